import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runWorker } from './run-worker.ts';

const WORKER = path.join(import.meta.dirname, 'testing/busy-worker.ts');

it('gets a large report before the worker goes on with long work', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'received');
  const seen = await runWorker<boolean, Buffer>(
    WORKER,
    { file },
    {
      name: 'busy',
      seconds: 60,
      bytes: 400 * 1024 * 1024,
      heapMb: 64,
      onProgress: (report) => writeFileSync(file, String(report.length)),
    },
  );
  expect(seen).toBe(true);
});
