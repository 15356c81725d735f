import { fork } from 'node:child_process';
import path from 'node:path';
import { Unplayable } from 'music/analysis/pcm.ts';
import type { Results, Task, Tasks, Word } from './workshop.ts';

/** What a process may take. Seconds on the clock, bytes of memory in all. */
const LIMITS = {
  audio: { seconds: 900, bytes: 700 * 1024 * 1024 },
  cover: { seconds: 60, bytes: 1024 * 1024 * 1024 },
} as const;

const HEAP_MB = 384;

/** It ended without a result: out of memory, out of time, or a decoder that broke down. */
const BROKE = 'This file could not be processed. Please export it again, or choose another.';

/**
 * Does one task in a process of its own, with caps, and without this server's secrets in its environment.
 * @throws Unplayable with a sentence; the signal's reason when it is aborted.
 */
export function inOwnProcess<K extends keyof Tasks>(
  kind: K,
  task: Tasks[K],
  options: { signal?: AbortSignal | undefined; tell?: (step: string, progress: number) => void } = {},
): Promise<Results[K]> {
  const { seconds, bytes } = LIMITS[kind];
  return new Promise((resolve, reject) => {
    const { signal, tell } = options;
    signal?.throwIfAborted();
    const workshop = fork(path.join(import.meta.dirname, 'workshop.ts'), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const kill = () => workshop.kill('SIGKILL');
    const late = setTimeout(kill, seconds * 1000);
    signal?.addEventListener('abort', kill, { once: true });
    let last: Word | undefined;
    workshop.on('message', (word: Word) => {
      if (word.word === 'step') tell?.(word.step, word.progress);
      else last = word;
    });
    workshop.once('error', () => {});
    workshop.once('close', () => {
      clearTimeout(late);
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted) reject(signal.reason);
      else if (last?.word === 'done') resolve(last.result as Results[K]);
      else reject(new Unplayable(last?.word === 'refused' ? last.sentence : BROKE));
    });
    workshop.send({ kind, ...task, mostBytes: bytes } as Task, () => {});
  });
}
