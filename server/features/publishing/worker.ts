import { readFile } from 'node:fs/promises';
import { TRACK_MAX_SECONDS } from 'contract/publishing-constants.ts';
import type { Targets } from 'music/analysis/make-copies.ts';
import { Unplayable } from 'music/analysis/pcm.ts';
import { processFile } from 'music/analysis/process-file.ts';
import { serveTask } from '../../platform/workers/serve-task.ts';
import { renderCovers } from './cover.ts';

/** The tasks of a worker process. */
export interface Tasks {
  audio: { file: string; targets: Targets };
  cover: { file: string };
}

export interface Results {
  audio: Awaited<ReturnType<typeof processAudio>>;
  cover: Awaited<ReturnType<typeof renderCovers>>;
}

type Task = { [K in keyof Tasks]: { kind: K } & Tasks[K] }[keyof Tasks];

/** The result, or the verdict that the file is unplayable, as a sentence. */
export type Outcome<K extends keyof Tasks> = { result: Results[K] } | { unplayable: string };

type Report = (progress: [step: string, progress: number]) => void;

/** Least time between two progress messages of one step, ms. */
const PROGRESS_EVERY = 200;

async function processAudio({ file, targets }: Tasks['audio'], report: Report) {
  let sent = { step: '', at: 0 };
  const processed = await processFile(file, targets, {
    maxSeconds: TRACK_MAX_SECONDS,
    onProgress: (step, progress) => {
      const at = performance.now();
      if (step === sent.step && at - sent.at < PROGRESS_EVERY) return;
      sent = { step, at };
      report([step, progress]);
    },
  });
  const { picture, ...tags } = processed.tags;
  return { ...processed, tags, cover: picture ? await renderCovers(picture) : undefined };
}

serveTask(async (task: Task, report: Report): Promise<Outcome<keyof Tasks>> => {
  try {
    const result =
      task.kind === 'audio'
        ? await processAudio(task, report)
        : await renderCovers(await readFile(task.file));
    return { result };
  } catch (error) {
    if (error instanceof Unplayable) return { unplayable: error.message };
    throw error;
  }
});
