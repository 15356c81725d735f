import path from 'node:path';
import { Unplayable } from 'music/analysis/pcm.ts';
import { runWorker, WorkerFailed } from '../../platform/workers/run-worker.ts';
import type { Outcome, Results, Tasks } from './worker.ts';

export { WorkerFailed };

/** Limits of one worker: wall-clock seconds, and bytes of resident memory. */
const LIMITS = {
  audio: { seconds: 900, bytes: 700 * 1024 * 1024 },
  cover: { seconds: 60, bytes: 1024 * 1024 * 1024 },
} as const;

const HEAP_MB = 384;

/**
 * Runs one task in a worker process.
 * @throws Unplayable the worker's verdict about the file, as a sentence for the sender.
 * @throws WorkerFailed
 * @throws the reason of `signal` when it aborts.
 */
export async function runInWorker<K extends keyof Tasks>(
  kind: K,
  task: Tasks[K],
  options: { signal?: AbortSignal; onProgress?: (step: string, progress: number) => void } = {},
): Promise<Results[K]> {
  const { signal, onProgress } = options;
  const outcome = await runWorker<Outcome<K>, [step: string, progress: number]>(
    path.join(import.meta.dirname, 'worker.ts'),
    { kind, ...task },
    {
      name: kind,
      ...LIMITS[kind],
      heapMb: HEAP_MB,
      signal,
      onProgress: (progress) => onProgress?.(...progress),
    },
  );
  if ('unplayable' in outcome) throw new Unplayable(outcome.unplayable);
  return outcome.result;
}
