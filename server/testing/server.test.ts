import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testServer } from './server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-harness-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it('a test server leaves nothing in the temporary folder', async () => {
  const s = await testServer();
  await s.c.media.put(Buffer.from('{}'), 'json');
  await s.close();
  expect(await readdir(folder)).toEqual([]);
});

it('a test server that fails to start leaves nothing in the temporary folder', async () => {
  await expect(testServer({ site: { folder: '/nowhere', renderModule: '' } })).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});
