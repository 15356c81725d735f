import { rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueUpload } from '../features/publishing/publishing.ts';
import type { Snapshot } from '../platform/backup/snapshot.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { folderOfFile } from '../testing/folders.ts';
import { processNext } from '../testing/jobs.ts';
import { publishTrack, signUp, type TestServer, testServer } from '../testing/server.ts';
import { verify } from './verify.ts';

let s: TestServer;
const folder = folderOfFile();
beforeAll(async () => {
  s = await testServer();
});
afterAll(async () => {
  await s.close();
});

/** A picture as far as its header says. */
function picture(bytes: number): Buffer {
  const data = Buffer.alloc(bytes, 7);
  data.write('RIFF', 'latin1');
  data.writeUInt32LE(bytes - 8, 4);
  return data;
}

const fileOf = (address: string) => s.c.media.locate(path.posix.basename(address))!.file;
const check = (options: { repair?: boolean; from?: string } = {}) =>
  verify(s.c, { repair: false, from: undefined, ...options });

it('does not miss the file of an upload that was refused', async () => {
  const { id } = await signUp(s, { tier: 'admin' });
  const url = '/media/0123456789abcdef0123456789abcdef.mp3';
  const given = { url, user_id: id, file_name: 'noise.mp3', bytes: 9, take_id: null };
  await s.c.db.transaction().execute((tx) => queueUpload(tx, s.c, given));
  await expect(check()).rejects.toThrow(`missing  ${url}`);
  while (await processNext(s.c));
  expect(await check()).toBe('Checked 0 files. All that is needed is there and intact.');
});

it('finds what is missing or damaged, and takes it from a backup', async () => {
  const audio_url = await s.c.media.put(Buffer.from('a song'), 'mp3');
  const waveform_json_url = await s.c.media.put(Buffer.from('[0,1]'), 'json');
  const widths = [
    { width: 96, data: picture(100) },
    { width: 640, data: picture(300) },
  ];
  const cover_image_url = await s.c.media.putWidths(widths, 640);
  const small = cover_image_url.replace('-640', '-96');
  const id = await publishTrack(s.c, { audio_url, waveform_json_url, cover_image_url });
  await s.c.media.put(Buffer.from('nobody plays this'), 'mp3');
  expect(await check()).toBe(
    'Checked 4 files. Files that nothing refers to: 1; the daily sweep removes those older than a day. All that is needed is there and intact.',
  );

  const backup = path.join(folder, 'backup.tar');
  const noRows = { engine: 'sqlite', migrations: ['0001-tracks'], tables: [] } as unknown as Snapshot;
  await writeBackup(backup, noRows, s.c.media, 0);
  await writeFile(fileOf(audio_url), 'a sung');
  await rm(fileOf(waveform_json_url));
  await truncate(fileOf(small), 50);
  const complaint = await check({ repair: true }).catch((error: Error) => error.message);
  expect(complaint).toContain('3 files are missing or damaged:');
  for (const line of [`damaged  ${audio_url}`, `missing  ${waveform_json_url}`, `damaged  ${small}`])
    expect(complaint).toContain(`${line}  track ${id}`);

  expect(await check({ from: backup })).toContain('Put back 3.');
  expect(await check()).toContain('Checked 4 files.');
});
