import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Watch } from './watch-thread.ts';

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
  process.once('message', async ({ task, watch }: { task: Task; watch: Watch }) => {
    const thread = new URL('./watch-thread.ts', import.meta.url);
    new Worker(thread, { workerData: watch, execArgv: [] }).unref();
    const result = await run(task, (progress) => send({ type: 'progress', progress }));
    await send({ type: 'done', result });
    process.disconnect();
  });
}
