import { writeSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Progress messages, then the result. */
export type WorkerMessage<Result, Progress> =
  | { type: 'progress'; progress: Progress }
  | { type: 'done'; result: Result };

/** Serving the site comes first; workers use the processor time that is left. */
const NICE = 10;

/**
 * Makes this process a worker of `runWorker`: it does one task and exits.
 * @param run a large report leaves this process only while its event loop turns, so wait for it before long work.
 */
export function serveTask<Task, Result, Progress = never>(
  run: (task: Task, report: (progress: Progress) => Promise<void>) => Promise<Result>,
): void {
  const send = (message: WorkerMessage<Result, Progress>) =>
    new Promise<void>((resolve) => process.send!(message, () => resolve()));
  setPriority(NICE);
  process.once('disconnect', () => process.exit());
  process.once('message', async ({ task, maxBytes }: { task: Task; maxBytes: number }) => {
    watchMemory(maxBytes);
    const result = await run(task, (progress) => send({ type: 'progress', progress }));
    await send({ type: 'done', result });
    process.disconnect();
  });
}

/** Exits when the process exceeds its memory limit; V8's heap limit does not count all of its memory. */
function watchMemory(maxBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() <= maxBytes) return;
    writeSync(2, `It used more than ${Math.round(maxBytes / 1024 / 1024)} MB of memory.\n`);
    process.exit(1);
  }, 50).unref();
}
