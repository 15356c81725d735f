import { existsSync } from 'node:fs';
import { serveTask } from '../serve-task.ts';

/** A report larger than what a pipe holds. */
const REPORT = Buffer.alloc(4_000_000);
const GIVE_UP_MS = 20_000;

/** Reports, then does nothing else until the file exists. Its result is whether that happened. */
serveTask(async ({ file }: { file: string }, report: (progress: Buffer) => Promise<void>) => {
  await report(REPORT);
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + GIVE_UP_MS; !existsSync(file) && Date.now() < end; )
    Atomics.wait(clock, 0, 0, 20);
  return existsSync(file);
});
