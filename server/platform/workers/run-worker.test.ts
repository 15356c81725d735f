import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { folderOfTest } from '../../testing/folders.ts';
import { overTime, runWorker } from './run-worker.ts';
import type { Busy } from './testing/busy-worker.ts';

vi.setConfig({ testTimeout: 120_000 });

const WORKER = path.join(import.meta.dirname, 'testing/busy-worker.ts');
const LIMITS = { name: 'busy', seconds: 60, bytes: 400 * 1024 * 1024, heapMb: 64 };
const run = (task: Busy, limits: Partial<typeof LIMITS & { onProgress: (report: Buffer) => void }> = {}) =>
  runWorker<boolean, Buffer>(WORKER, task, { ...LIMITS, ...limits });

it('gets a large report before the worker goes on with long work', async () => {
  const file = path.join(folderOfTest(), 'received');
  const onProgress = (report: Buffer) => writeFileSync(file, String(report.length));
  expect(await run({ file }, { onProgress })).toBe(true);
});

it('lets a worker take longer on the clock than its limit of CPU time', async () => {
  expect(await run({ restMs: 5000 }, { seconds: 4 })).toBe(true);
});

it('ends one that computes without a pause', async () => {
  await expect(run({ endless: 'computing' }, { seconds: 2 })).rejects.toMatchObject({
    ending: 'used more than 2 s of CPU time',
  });
});

it('ends one that takes memory without a pause', async () => {
  await expect(run({ endless: 'taking memory' })).rejects.toThrow('It used more than 420 MB of memory.');
});

it('gives up one that gets next to nothing of a core', () => {
  expect(overTime(60, 10, 1290)).toBeUndefined();
  expect(overTime(60, 10, 1310)).toBe('got 10.0 s of CPU time in 1310 s');
  expect(overTime(60, 0, 310)).toBe('got 0.0 s of CPU time in 310 s');
  expect(overTime(60, 61, 62)).toBe('used more than 60 s of CPU time');
});
