import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { backUpDaily } from './daily.ts';

let s: TestServer;
let folder: string;
beforeAll(async () => {
  s = await testServer();
});
beforeEach(async () => {
  await s.c.db.deleteFrom('setting').where('name', '=', 'backup_at').execute();
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-daily-'));
});
afterAll(() => s.close());

const write = (file: string) => writeFile(file, 'a backup');
const daily = (how = write) => backUpDaily(s.c, { folder, keep: 3 }, how);

it('writes one each day, and keeps the newest', async () => {
  await writeFile(path.join(folder, 'my-own.tar'), 'kept');
  for (let day = 0; day < 5; day++) {
    expect(await daily()).toBeDefined();
    s.time.now += 3_600_000;
    expect(await daily()).toBeUndefined();
    s.time.now += 23 * 3_600_000;
  }
  const names = (await readdir(folder)).sort();
  expect(names).toEqual([
    'my-own.tar',
    ...Array(3).fill(expect.stringMatching(/^ovation-2026-06-\d\dT\d{6}Z\.tar$/)),
  ]);
  expect(names.at(-1)).toContain(new Date(s.time.now - 86_400_000).toISOString().slice(0, 10));
  await rm(folder, { recursive: true });
});

it('is written by one of several servers', async () => {
  const files = await Promise.all(Array.from({ length: 5 }, () => daily()));
  expect(files.filter(Boolean)).toHaveLength(1);
  await rm(folder, { recursive: true });
});

it('is tried again after a failure, which deletes no older one', async () => {
  await daily();
  s.time.now += 86_400_000;
  const full = () => Promise.reject(new Error('no space left on device'));
  await expect(daily(full)).rejects.toThrow('no space');
  expect(await readdir(folder)).toHaveLength(1);
  expect(await daily()).toBeDefined();
  expect(await readdir(folder)).toHaveLength(2);
  await rm(folder, { recursive: true });
});
