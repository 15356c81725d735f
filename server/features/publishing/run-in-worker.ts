import { fork } from 'node:child_process';
import path from 'node:path';
import { Unplayable } from 'music/analysis/pcm.ts';
import type { Results, Task, Tasks, WorkerMessage } from './worker.ts';

/** Limits of one worker: wall-clock seconds, and bytes of resident memory. */
const LIMITS = {
  audio: { seconds: 900, bytes: 700 * 1024 * 1024 },
  cover: { seconds: 60, bytes: 1024 * 1024 * 1024 },
} as const;

const HEAP_MB = 384;

/** Characters of a worker's stderr that are kept for the log. */
const MAX_STDERR = 4000;

/** The worker ended without a result: no memory, no disk space, no time. Says nothing about the file. */
export class WorkerFailed extends Error {}

/**
 * Runs one task in a child process with limits, and without this server's secrets in its environment.
 * @throws Unplayable the worker's verdict about the file, as a sentence for the sender.
 * @throws WorkerFailed with the end of the worker's stderr.
 * @throws the reason of `signal` when it aborts.
 */
export function runInWorker<K extends keyof Tasks>(
  kind: K,
  task: Tasks[K],
  options: { signal?: AbortSignal; onProgress?: (step: string, progress: number) => void } = {},
): Promise<Results[K]> {
  const { signal, onProgress } = options;
  const { seconds, bytes } = LIMITS[kind];
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = startWorker();
    const kill = () => worker.kill('SIGKILL');
    let timedOut = false;
    const timeout = setTimeout(() => {
      timedOut = true;
      kill();
    }, seconds * 1000);
    signal?.addEventListener('abort', kill, { once: true });

    let stderr = '';
    worker.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR);
    });
    let last: WorkerMessage | undefined;
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'progress') onProgress?.(message.step, message.progress);
      else last = message;
    });
    const settle = (failure: string) => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted) reject(signal.reason);
      else if (last?.type === 'done') resolve(last.result as Results[K]);
      else if (last?.type === 'unplayable') reject(new Unplayable(last.sentence));
      else reject(new WorkerFailed(`The ${kind} worker ${failure}. ${stderr}`.trim()));
    };
    worker.once('error', (error) => settle(`could not run: ${error.message}`));
    worker.once('close', (code, killedBy) =>
      settle(timedOut ? `ran longer than ${seconds} s` : `ended with ${killedBy ?? `code ${code}`}`),
    );
    // Out of file descriptors, there is no channel either.
    if (worker.connected) worker.send({ kind, ...task, maxBytes: bytes } as Task, () => {});
  });
}

/** @throws WorkerFailed when the system refuses a new process immediately. */
function startWorker() {
  try {
    return fork(path.join(import.meta.dirname, 'worker.ts'), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  } catch (error) {
    throw new WorkerFailed(`A worker could not be started: ${(error as Error).message}`, { cause: error });
  }
}
