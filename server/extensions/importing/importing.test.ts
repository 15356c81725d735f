import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TrackWithLyrics } from 'contract/features/tracks.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import { flatFlac, id3, id3Text, mp3 } from '../../features/publishing/testing/containers.ts';
import { jpeg } from '../../features/publishing/testing/pictures.ts';
import { call } from '../../testing/calls.ts';
import { folderOfFile } from '../../testing/folders.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { processNext } from '../../testing/jobs.ts';
import { type Person, signUp } from '../../testing/server.ts';
import { form } from '../../testing/sounds.ts';
import { importCommand } from './import-folder.ts';

// Every file is processed by a worker, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const s = serverOfFile({ audioWaitMs: 0 });
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

const folder = folderOfFile();

/** A file with a tag. @param hz makes it another recording. */
async function tagged(hz: number, tags: { TIT2?: string; TPE1?: string; TCON?: string; TDRC?: string }) {
  const frames = Object.entries(tags).map(([id, text]) => [id, id3Text(text)] as const);
  return Buffer.concat([id3(Object.fromEntries(frames)), await mp3(2, hz)]);
}

const run = (to: string, options = {}) => importCommand.run(s.c, [to], options);
const listed = async () =>
  (await call(s, 'GET /publishing/tracks', { token: admin.token })).body as Record<string, unknown>[];

it('publishes a folder by its tags, says what it leaves out and why, and goes on where it ended', async () => {
  const album = path.join(folder, 'album');
  mkdirSync(path.join(album, 'two'), { recursive: true });
  const song = { TIT2: 'Harbour', TPE1: 'The Marlow Trio', TCON: 'bebop', TDRC: '2024-05' };
  writeFileSync(path.join(album, '01 Harbour.mp3'), await tagged(400, song));
  writeFileSync(path.join(album, '01 harbour.lrc'), Buffer.from('[00:00.50]Gulls \xfcber the bay', 'latin1'));
  writeFileSync(path.join(album, 'Folder.JPG'), await jpeg());
  copyFileSync(path.join(album, '01 Harbour.mp3'), path.join(album, 'two', 'Harbour again.mp3'));
  const named = Buffer.from(path.join(album, '02 - Qu\xe4y.mp3'), 'latin1');
  writeFileSync(named, await tagged(450, { TPE1: 'The Marlow Trio', TCON: 'Zydecore' }));
  writeFileSync(path.join(album, '03 Nobody.mp3'), await tagged(500, { TIT2: 'Nobody', TCON: 'Jazz' }));
  writeFileSync(path.join(album, '04 Broken.flac'), flatFlac(1).subarray(0, 50));
  writeFileSync(path.join(album, '05 Empty.wav'), '');
  writeFileSync(path.join(album, '06 Page.ogg'), '<html>');
  writeFileSync(path.join(album, 'notes.txt'), 'not audio');
  const outside = path.join(folder, 'outside.mp3');
  writeFileSync(outside, await tagged(550, { ...song, TIT2: 'Outside' }));
  symlinkSync(outside, path.join(album, '07 Link.mp3'));
  symlinkSync(folder, path.join(album, 'up'));

  expect(await run(album, { 'dry-run': true })).toContain('Would publish 1.');
  expect(await listed()).toEqual([]);

  const report = await run(album);
  expect(report.split('\n')).toEqual([
    'Published 1. Already here: 0. Skipped: 7:',
    '  07 Link.mp3: It is a link, not a file.',
    '  02 - Quäy.mp3: Its genre "Zydecore" is not one of ours: name one for such files.',
    '  03 Nobody.mp3: Its tags name no artist.',
    expect.stringMatching(/^ {2}04 Broken\.flac: .+\.$/),
    '  05 Empty.wav: It is empty.',
    expect.stringMatching(/^ {2}06 Page\.ogg: .+\.$/),
    '  two/Harbour again.mp3: It is the same file as 01 Harbour.mp3.',
  ]);
  const [harbour] = await listed();
  expect(harbour).toMatchObject({
    title: 'Harbour',
    display_artist: 'The Marlow Trio',
    genre: 'jazz:bebop',
    release_date: '2024-05-01T00:00:00.000Z',
    cover_image_url: expect.stringContaining('/media/'),
  });
  const { body } = await call(s, `GET /track/${harbour!.id}`);
  expect(body).toMatchObject({
    lyrics: 'Gulls über the bay',
    timed_lyrics: expect.stringContaining('[00:00.50]'),
  });

  expect(await run(album, { genre: 'Deep house' })).toContain('Published 1. Already here: 1.');
  expect(await listed()).toContainEqual(
    expect.objectContaining({ title: 'Quäy', genre: 'house:deep-house' }),
  );
});

it('looks at 10,000 files', async () => {
  const many = path.join(folder, 'many');
  mkdirSync(many);
  for (let i = 0; i < 10_000; i++) writeFileSync(path.join(many, `${i}.mp3`), '');
  expect(await run(many)).toContain('Published 0. Already here: 0. Skipped: 10000:');
});

it('refuses a folder that is not there and a genre that does not exist', async () => {
  await expect(run(path.join(folder, 'nowhere'))).rejects.toThrow('cannot be read (ENOENT)');
  await expect(run(folder, { genre: 'zydecore' })).rejects.toThrow('There is no genre "zydecore".');
});

it('scripts publish a file by its tags with one call', async () => {
  const data = await tagged(600, { TIT2: 'Ferry', TPE1: 'The Marlow Trio', TCON: 'Jazz' });
  const send = (file: Buffer, person = admin) => {
    const { body, headers } = form({ field: 'audio', name: 'ferry.mp3', data: file });
    return call(s, 'POST /publishing/import', { token: person.token, body, headers });
  };
  expect(await send(data)).toMatchObject({ status: 409, body: { code: 'upload_processing' } });
  while (await processNext(s.c));
  const { status, body } = await send(data);
  expect(status).toBe(201);
  expect(TrackWithLyrics.parse(body)).toMatchObject({ title: 'Ferry', genre: 'jazz' });
  expect((await send(data)).body.id).toBe(body.id);
  const nameless = await tagged(650, { TIT2: 'Nobody', TCON: 'Jazz' });
  await send(nameless);
  while (await processNext(s.c));
  expect(await send(nameless)).toMatchObject({ status: 400, body: { message: 'Its tags name no artist.' } });
  expect((await send(data, await signUp(s, { tier: 'platinum' }))).status).toBe(403);
});
