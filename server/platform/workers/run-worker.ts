import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { WorkerMessage } from './serve-task.ts';

/** Memory of the thread that watches a worker. */
const WATCH_BYTES = 20 * 1024 * 1024;

/** Interval between checks of the time limits, ms. */
const LOOK_EVERY_MS = 500;

/** Characters of a worker's stderr that are kept for the log. */
const MAX_STDERR = 4000;

/** The file descriptor on which a worker tells its CPU time, beside those of its input, output and messages. */
const CPU_PIPE = 4;

/**
 * Wall-clock limit of a worker, s: five minutes, and a hundred times the CPU time that it got. On a busy machine,
 * little is left for what is less important than the site.
 */
const clockLimit = (used: number) => 300 + 100 * used;

/** Returns why a worker has to end. @param used the CPU time that it got, and `passed` what passed on the clock; s. */
export function overTime(seconds: number, used: number, passed: number): string | undefined {
  if (used > seconds) return `used more than ${seconds} s of CPU time`;
  if (passed > clockLimit(used)) return `got ${used.toFixed(1)} s of CPU time in ${Math.round(passed)} s`;
  return undefined;
}

/** The worker ended without a result: no memory, no disk space, no time. Says nothing about its task. */
export class WorkerFailed extends Error {
  /** Cause of its end, such as `used more than 60 s of CPU time`, without what it wrote to stderr. */
  readonly ending: string;

  constructor(ending: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.ending = ending;
  }
}

interface WorkerOptions<Progress> {
  /** For the log. */
  name: string;
  /** Limit of CPU time. */
  seconds: number;
  /** Limit of resident memory, beside that of the watch. */
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
    const startedAt = performance.now();
    let used = 0;
    let late: string | undefined;
    const watch = setInterval(() => {
      late ??= overTime(seconds, used, (performance.now() - startedAt) / 1000);
      if (late !== undefined) kill();
    }, LOOK_EVERY_MS);
    // A process that could not be started has no pipes.
    const input = worker.stdio?.[CPU_PIPE] as Readable | undefined;
    if (input) createInterface({ input }).on('line', (line) => (used = Number(line)));
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
      clearInterval(watch);
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted) reject(signal.reason);
      else if (done) resolve(done.result);
      else reject(new WorkerFailed(failure, `The ${name} worker ${failure}. ${stderr}`.trim()));
    };
    worker.once('error', (error) => settle(`could not run: ${error.message}`));
    worker.once('close', (code, killedBy) => settle(late ?? `ended with ${killedBy ?? `code ${code}`}`));
    // Out of file descriptors, there is no channel either.
    if (worker.connected)
      worker.send({ task, watch: { maxBytes: bytes + WATCH_BYTES, cpuPipe: CPU_PIPE } }, () => {});
  });
}

/** @throws WorkerFailed when the system refuses a new process immediately. */
function startWorker(script: string, heapMb: number) {
  try {
    return fork(script, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`],
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
  } catch (error) {
    const ending = `could not be started: ${(error as Error).message}`;
    throw new WorkerFailed(ending, `A worker ${ending}`, error);
  }
}
