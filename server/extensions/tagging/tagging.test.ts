import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decode } from 'music/analysis/decode.ts';
import { findSound } from 'music/analysis/sniff.ts';
import type { SongTags } from 'music/tagging/song-tags.ts';
import { writeTags } from 'music/tagging/write-tags.ts';
import { parseFile } from 'music-metadata';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  chunk,
  flatFlac,
  m4a,
  mp3,
  ogg,
  oggFlac,
  opus,
} from '../../features/publishing/testing/containers.ts';
import { jpeg } from '../../features/publishing/testing/pictures.ts';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { processNext, runJobs } from '../../testing/jobs.ts';
import { insertRows } from '../../testing/rows.ts';
import { type Person, signUp } from '../../testing/server.ts';
import { form, wav } from '../../testing/sounds.ts';

// Every file is tagged by a worker, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const TRAINED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

const folder = mkdtempSync(path.join(tmpdir(), 'ovation-tagging-'));
afterAll(() => rmSync(folder, { recursive: true }));

const s = serverOfFile({ publicUrl: 'https://ovation.example' });
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
});

const tags: SongTags = {
  title: 'Paper Lanterns ☂',
  artist: 'Ночная смена',
  album: 'Ночная смена 2026',
  genre: 'Bebop',
  made: '2026-11-22',
  comment: 'https://ovation.example/tracks/1',
  lyrics: 'Paper lanterns\nover the bay',
  timedLyrics: [],
  fields: { DIGITALSOURCETYPE: TRAINED },
  cover: Buffer.from('\xff\xd8\xff a picture'.repeat(8000), 'latin1'),
};

/** All samples of a file. */
async function soundOf(file: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const { channels } of decode((await findSound(file))!))
    for (const channel of channels) pieces.push(Buffer.from(channel.slice().buffer));
  return Buffer.concat(pieces);
}

it.each([
  ['mp3', tags, () => mp3()],
  ['m4a', tags, () => m4a()],
  ['m4a', tags, () => m4a(3, 0.5)],
  ['flac', tags, async () => flatFlac(20, 5)],
  ['ogg', tags, () => ogg()],
  ['ogg', tags, async () => opus(3)],
  ['wav', tags, async () => wav(3)],
])('every reader finds the facts of a file, twice written ones too: %s', async (ending, tags, make) => {
  const [plain, once, twice] = ['plain', 'once', 'twice'].map((name) =>
    path.join(folder, `${name}.${ending}`),
  ) as [string, string, string];
  writeFileSync(plain, await make());
  expect(await writeTags(plain, once, { ...tags, title: 'Another', cover: undefined })).toBe(true);
  expect(await writeTags(once, twice, tags)).toBe(true);
  const { common, native } = await parseFile(twice);
  expect(common).toMatchObject({
    title: tags.title,
    artist: tags.artist,
    album: tags.album,
    genre: ['Bebop'],
    date: '2026-11-22',
    comment: [{ text: tags.comment }],
    lyrics: [{ text: expect.stringContaining('over the bay') }],
  });
  expect(Buffer.from(common.picture![0]!.data)).toEqual(tags.cover);
  expect(JSON.stringify(native)).toContain(TRAINED);
  expect(readFileSync(twice).toString('latin1').split('Iptc4xmpExt:DigitalSourceType>')).toHaveLength(
    // WAV has it in its tag and in a chunk of its own.
    ending === 'wav' ? 5 : 3,
  );
  expect(await soundOf(twice)).toEqual(await soundOf(plain));
  // The same facts give the same file, whose name is its hash.
  expect(await writeTags(twice, once, tags)).toBe(true);
  expect(readFileSync(once)).toEqual(readFileSync(twice));
});

// music-metadata does not read the comments of FLAC in Ogg.
it('the sound of FLAC in Ogg stays, whatever comments it has', async () => {
  const [plain, tagged] = [path.join(folder, 'plain.oga'), path.join(folder, 'tagged.oga')];
  writeFileSync(plain, oggFlac(20));
  expect(await writeTags(plain, tagged, tags)).toBe(true);
  const sound = await soundOf(plain);
  expect(sound.length).toBeGreaterThan(20 * 8000 * 4 - 1);
  expect(await soundOf(tagged)).toEqual(sound);
});

const signature = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
it.each([
  ['a signed M4A file', async () => Buffer.concat([await m4a(), Buffer.from('\0\0\0\x18uuid'), signature])],
  [
    'a signed WAV file',
    async () => Buffer.concat([wav(2).subarray(0, 12), chunk('C2PA', signature), wav(2).subarray(12)]),
  ],
  ['chained Ogg', async () => Buffer.concat([opus(1), opus(1, 2)])],
  ['Ogg that breaks off', async () => opus(1).subarray(0, 1003)],
  [
    'FLAC whose metadata breaks off',
    async () => Buffer.concat([flatFlac(1).subarray(0, 4), Buffer.from([0, 0, 0, 34, 1, 2])]),
  ],
  ['WAV whose length was never filled in', async () => Buffer.from(wav(2)).fill(0xff, 40, 44)],
  ['M4A whose index breaks off', async () => (await m4a()).subarray(0, -20)],
])('leaves %s as it is', async (_what, make) => {
  const [from, to] = [path.join(folder, 'left'), path.join(folder, 'never')];
  writeFileSync(from, await make());
  expect(await writeTags(from, to, tags)).toBe(false);
  expect(() => readFileSync(to)).toThrow(/ENOENT/);
});

const as = (body?: object) => ({ token: admin.token, body, headers: { host: 'ovation.test' } });
const upload = async (kind: 'audio' | 'cover', data: Buffer) => {
  const { body, headers } = form({ field: kind, name: 'a file', data });
  return (await call(s, `POST /api/upload/${kind}`, { token: admin.token, body, headers })).body;
};
const served = async (id: string) => {
  const { audio_url } = (await call(s, `GET /track/${id}`)).body;
  const { rawPayload } = await s.app.inject(new URL(audio_url).pathname);
  const file = path.join(folder, path.basename(audio_url));
  writeFileSync(file, rawPayload);
  return { audio_url: audio_url as string, file, ...(await parseFile(file)) };
};
const details = { title: 'Harbour', display_artist: 'The Marlow Trio', genre: 'jazz:bebop' };

it('a published song gets its facts, and a changed one its new facts, while the old address still answers', async () => {
  const { url } = await upload('audio', wav(3));
  await processNext(s.c);
  const cover = await upload('cover', await jpeg());
  const body = { ...details, audio_url: url, cover_image_url: cover.url, lyrics: 'Gulls\nover the bay' };
  const { body: track } = await call(s, 'POST /track', as(body));
  const plain = await served(track.id);
  await runJobs(s.c, 'event:', 'tagging.track');
  const tagged = await served(track.id);
  expect(tagged.audio_url).not.toBe(plain.audio_url);
  expect(tagged.common).toMatchObject({
    title: 'Harbour',
    artist: 'The Marlow Trio',
    genre: ['Bebop'],
    date: track.release_date.slice(0, 10),
    lyrics: [{ text: 'Gulls\nover the bay' }],
    picture: [{ format: 'image/jpeg' }],
  });
  expect(tagged.common.comment?.[0]?.text).toBe(`https://ovation.example/tracks/${track.id}/harbour`);
  expect(JSON.stringify(tagged.native)).toContain(TRAINED);
  expect(await soundOf(tagged.file)).toEqual(await soundOf(plain.file));

  await call(s, `PATCH /track/${track.id}`, as({ title: 'Quay' }));
  await runJobs(s.c, 'event:', 'tagging.track');
  expect((await served(track.id)).common.title).toBe('Quay');
  for (const { audio_url } of [plain, tagged])
    expect((await s.app.inject(new URL(audio_url).pathname)).statusCode).toBe(200);
});

it('songs of older versions get their facts, and a file elsewhere is left alone', async () => {
  const { url } = await upload('audio', wav(2, { hz: 550 }));
  await processNext(s.c);
  const { body: track } = await call(s, 'POST /track', as({ ...details, audio_url: url }));
  const away = { ...details, audio_url: 'https://elsewhere.example/a.mp3', duration_seconds: 5 };
  const { body: other } = await call(s, 'POST /track', as(away));
  await s.c.db.deleteFrom('job').execute();
  s.time.now += 600_000;
  await insertRows(s.c, 'job', {
    id: 'catalogue',
    kind: 'tagging.catalogue',
    key: 'periodic',
    payload: '{}',
    attempts: 0,
    run_at: s.time.now,
    created_at: s.time.now,
    updated_at: s.time.now,
  });
  await runJobs(s.c, 'tagging.catalogue', 'tagging.track');
  expect((await served(track.id)).common.title).toBe('Harbour');
  expect((await call(s, `GET /track/${other.id}`)).body.audio_url).toBe(away.audio_url);
});

it('a file is kept under a readable name with its own ending', async () => {
  const { url } = await upload('audio', wav(2, { hz: 660 }));
  const { pathname } = new URL(url);
  const named = await s.app.inject(`${pathname}?as=${encodeURIComponent('Ann/"Ünder".exe\r\nx')}`);
  expect([named.statusCode, named.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="Ann_nder_.exe_x.wav"; filename*=UTF-8''Ann_%22%C3%9Cnder%22.exe%0D%0Ax.wav`,
  ]);
  expect(named.headers.etag).toBe(`"${path.parse(pathname).name}"`);
  expect((await s.app.inject(pathname)).headers['content-disposition']).toBeUndefined();
});
