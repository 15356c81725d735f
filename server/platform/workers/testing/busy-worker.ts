import { existsSync } from 'node:fs';
import { serveTask } from '../serve-task.ts';

/** A report larger than what a pipe holds. */
const REPORT = Buffer.alloc(4_000_000);
const GIVE_UP_MS = 20_000;

export type Busy =
  /** Reports, then does nothing else until the file exists. The result is whether that happened. */
  | { file: string }
  /** Does nothing at all for this long. */
  | { restMs: number }
  /** Computes or takes memory, without end. */
  | { endless: 'computing' | 'taking memory' };

const clock = new Int32Array(new SharedArrayBuffer(4));
const rest = (ms: number) => void Atomics.wait(clock, 0, 0, ms);

serveTask(async (task: Busy, report: (progress: Buffer) => Promise<void>) => {
  if ('restMs' in task) rest(task.restMs);
  if ('endless' in task) {
    const taken: Buffer[] = [];
    for (;;) if (task.endless === 'taking memory') taken.push(Buffer.alloc(1_000_000, 1));
  }
  if (!('file' in task)) return true;
  await report(REPORT);
  for (const end = Date.now() + GIVE_UP_MS; !existsSync(task.file) && Date.now() < end; ) rest(20);
  return existsSync(task.file);
});
