import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { AudioFacts } from 'contract/features/publishing.ts';
import type { Step } from 'contract/features/publishing-constants.ts';
import { COVER_MAIN_WIDTH } from 'contract/pictures/covers.ts';
import { english } from 'contract/text/messages.ts';
import { Unplayable } from 'music/analysis/pcm.ts';
import type { Context } from '../../../platform/context.ts';
import type { UploadTable } from '../../../platform/db/tables/publishing.ts';
import { followProgress, type RunningJob } from '../../../platform/jobs.ts';
import { runWorker, WorkerFailed } from '../../../platform/workers/run-worker.ts';
import { updateUpload } from '../upload-queries.ts';
import type { Outcome, Results, Tasks } from './worker.ts';

/**
 * Measures an upload in a worker and stores what is served of it.
 * @throws Unplayable the verdict about the file.
 * @throws LeaseLost, WorkerFailed, StoreUnavailable, or the reason why the job is to stop.
 */
export async function processUpload(
  c: Pick<Context, 'db' | 'media' | 'clock'>,
  upload: UploadTable,
  job: RunningJob,
): Promise<AudioFacts> {
  const original = await c.media.localCopy(upload.url);
  if (!original) throw new Unplayable(english('This file is no longer here. Please upload it again.'));
  // Named by the upload, so that a retry overwrites what the first attempt left.
  const targets = {
    stream: c.media.workFile(`${upload.id}-stream`),
    preview: c.media.workFile(`${upload.id}-preview`),
  };
  const { signal, onProgress, end } = followProgress<{ step: Step | null; progress: number }>(
    { step: null, progress: 0 },
    (current) => updateUpload(c.db, job, current).then(() => true),
    job.signal,
  );
  try {
    const result = await runInWorker(
      'audio',
      { file: original.file, targets },
      { signal, onProgress: (step, progress) => onProgress({ step, progress }) },
    );
    onProgress({ step: 'keep', progress: 0 });
    const { tags, tempo, key, waveform, stream, cover, ...facts } = result;
    const { bpm, musical_key, ...names } = tags;
    return {
      ...facts,
      bpm: taggedOrEstimated(bpm, tempo),
      musical_key: taggedOrEstimated(musical_key, key),
      tags: { ...names, cover_url: cover ? await c.media.putWidths(cover, COVER_MAIN_WIDTH) : null },
      stream_url: stream ? await c.media.moveIn(targets.stream, stream) : upload.url,
      preview_url: await c.media.moveIn(targets.preview, 'mp3'),
      waveform_json_url: await c.media.put(Buffer.from(JSON.stringify(waveform)), 'json'),
    };
  } finally {
    await end();
    await original.release();
    await Promise.all(Object.values(targets).map((file) => rm(file, { force: true })));
  }
}

function taggedOrEstimated<T>(tagged: T | null, estimated: T | null) {
  if (tagged !== null) return { value: tagged, estimated: false };
  return estimated === null ? null : { value: estimated, estimated: true };
}

export { WorkerFailed };

/** Limits of one worker: seconds of CPU time, and bytes of resident memory. */
const LIMITS = {
  audio: { seconds: 900, bytes: 700 * 1024 * 1024 },
  repair: { seconds: 300, bytes: 700 * 1024 * 1024 },
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
  options: { signal?: AbortSignal; onProgress?: (step: Step, progress: number) => void } = {},
): Promise<Results[K]> {
  const { signal, onProgress } = options;
  const outcome = await runWorker<Outcome<K>, [step: Step, progress: number]>(
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
