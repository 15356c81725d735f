import { fork } from 'node:child_process';
import type { WorkerMessage } from './serve-task.ts';

/** Characters of a worker's stderr that are kept for the log. */
const MAX_STDERR = 4000;

/** The worker ended without a result: no memory, no disk space, no time. Says nothing about its task. */
export class WorkerFailed extends Error {
  /** How it ended, such as `ran longer than 60 s`, without what it wrote to stderr. */
  readonly ending: string;

  constructor(ending: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.ending = ending;
  }
}

interface WorkerOptions<Progress> {
  /** For the log. */
  name: string;
  /** Limit of wall-clock time. */
  seconds: number;
  /** Limit of resident memory. */
  bytes: number;
  /** Limit of V8's heap, which does not count typed arrays and the memory of decoders. */
  heapMb: number;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Runs one task in a child process with limits, and without this server's secrets in its environment.
 * @param script a file that calls `serveTask`.
 * @throws WorkerFailed with the end of the worker's stderr.
 * @throws the reason of `signal` when it aborts.
 */
export function runWorker<Result, Progress = never>(
  script: string,
  task: object,
  options: WorkerOptions<Progress>,
): Promise<Result> {
  const { name, seconds, bytes, heapMb, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = startWorker(script, heapMb);
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
    let done: { result: Result } | undefined;
    worker.on('message', (message: WorkerMessage<Result, Progress>) => {
      if (message.type === 'progress') onProgress?.(message.progress);
      else done = message;
    });
    const settle = (failure: string) => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted) reject(signal.reason);
      else if (done) resolve(done.result);
      else reject(new WorkerFailed(failure, `The ${name} worker ${failure}. ${stderr}`.trim()));
    };
    worker.once('error', (error) => settle(`could not run: ${error.message}`));
    worker.once('close', (code, killedBy) =>
      settle(timedOut ? `ran longer than ${seconds} s` : `ended with ${killedBy ?? `code ${code}`}`),
    );
    // Out of file descriptors, there is no channel either.
    if (worker.connected) worker.send({ task, maxBytes: bytes }, () => {});
  });
}

/** @throws WorkerFailed when the system refuses a new process immediately. */
function startWorker(script: string, heapMb: number) {
  try {
    return fork(script, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`],
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  } catch (error) {
    const ending = `could not be started: ${(error as Error).message}`;
    throw new WorkerFailed(ending, `A worker ${ending}`, error);
  }
}
