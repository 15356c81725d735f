import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { TRACK_MAX_SECONDS } from 'contract/publishing-constants.ts';
import { Unplayable } from 'music/analysis/pcm.ts';
import { processFile, type Targets } from 'music/analysis/process-file.ts';
import { drawCovers } from './cover.ts';

/** What this process may be asked for; it does one thing and ends. */
export interface Tasks {
  audio: { file: string; targets: Targets };
  cover: { file: string };
}

/** What comes of it. */
export interface Results {
  audio: Awaited<ReturnType<typeof audio>>;
  cover: Awaited<ReturnType<typeof drawCovers>>;
}

export type Task = { [K in keyof Tasks]: { kind: K } & Tasks[K] }[keyof Tasks] & {
  /** Of memory that it may hold, bytes. */
  mostBytes: number;
};

/** What it says meanwhile, and at last. */
export type Word =
  | { word: 'step'; step: string; progress: number }
  | { word: 'refused'; sentence: string }
  | { word: 'done'; result: Results[keyof Results] };

/** The site comes first: this takes what the processor has to spare. */
const NICE = 10;
/** How often a step's progress is told, ms. */
const TOLD_EVERY = 200;

async function audio({ file, targets }: Tasks['audio']) {
  let told = { step: '', at: 0 };
  const processed = await processFile(file, targets, {
    maxSeconds: TRACK_MAX_SECONDS,
    onProgress: (step, progress) => {
      const at = performance.now();
      if (step === told.step && at - told.at < TOLD_EVERY) return;
      told = { step, at };
      void say({ word: 'step', step, progress });
    },
  });
  const { picture, ...tags } = processed.tags;
  return { ...processed, tags, cover: picture ? await drawCovers(picture) : undefined };
}

/** Ends this process when it holds more memory than it may; a limit on the heap does not see the decoders'. */
function watchMemory(mostBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes) process.exit(1);
  }, 50).unref();
}

const say = (word: Word) => new Promise<void>((resolve) => process.send!(word, () => resolve()));

async function work(task: Task): Promise<Word> {
  try {
    return {
      word: 'done',
      result: task.kind === 'audio' ? await audio(task) : await drawCovers(await readFile(task.file)),
    };
  } catch (error) {
    if (error instanceof Unplayable) return { word: 'refused', sentence: error.message };
    throw error;
  }
}

setPriority(NICE);
process.once('disconnect', () => process.exit());
process.once('message', async (task: Task) => {
  watchMemory(task.mostBytes);
  await say(await work(task));
  process.disconnect();
});
