import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { TRACK_MAX_SECONDS } from 'contract/publishing-constants.ts';
import type { Targets } from 'music/analysis/make-copies.ts';
import { Unplayable } from 'music/analysis/pcm.ts';
import { processFile } from 'music/analysis/process-file.ts';
import { renderCovers } from './cover.ts';

/** The tasks of a worker process; it does one and exits. */
export interface Tasks {
  audio: { file: string; targets: Targets };
  cover: { file: string };
}

export interface Results {
  audio: Awaited<ReturnType<typeof processAudio>>;
  cover: Awaited<ReturnType<typeof renderCovers>>;
}

export type Task = { [K in keyof Tasks]: { kind: K } & Tasks[K] }[keyof Tasks] & {
  /** Limit of resident memory, bytes. */
  maxBytes: number;
};

/** Progress messages, then one final message: the result, or the verdict that the file is unplayable. */
export type WorkerMessage =
  | { type: 'progress'; step: string; progress: number }
  | { type: 'unplayable'; sentence: string }
  | { type: 'done'; result: Results[keyof Results] };

/** Serving the site comes first; workers use the processor time that is left. */
const NICE = 10;
/** Least time between two progress messages of one step, ms. */
const PROGRESS_EVERY = 200;

async function processAudio({ file, targets }: Tasks['audio']) {
  let sent = { step: '', at: 0 };
  const processed = await processFile(file, targets, {
    maxSeconds: TRACK_MAX_SECONDS,
    onProgress: (step, progress) => {
      const at = performance.now();
      if (step === sent.step && at - sent.at < PROGRESS_EVERY) return;
      sent = { step, at };
      void send({ type: 'progress', step, progress });
    },
  });
  const { picture, ...tags } = processed.tags;
  return { ...processed, tags, cover: picture ? await renderCovers(picture) : undefined };
}

/** Exits when the process exceeds its memory limit; V8's heap limit does not count the decoders' memory. */
function watchMemory(maxBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() <= maxBytes) return;
    writeSync(2, `It used more than ${Math.round(maxBytes / 1024 / 1024)} MB of memory.\n`);
    process.exit(1);
  }, 50).unref();
}

const send = (message: WorkerMessage) =>
  new Promise<void>((resolve) => process.send!(message, () => resolve()));

async function run(task: Task): Promise<WorkerMessage> {
  try {
    return {
      type: 'done',
      result:
        task.kind === 'audio' ? await processAudio(task) : await renderCovers(await readFile(task.file)),
    };
  } catch (error) {
    if (error instanceof Unplayable) return { type: 'unplayable', sentence: error.message };
    throw error;
  }
}

setPriority(NICE);
process.once('disconnect', () => process.exit());
process.once('message', async (task: Task) => {
  watchMemory(task.maxBytes);
  await send(await run(task));
  process.disconnect();
});
