import { open, readFile } from 'node:fs/promises';
import { TRACK_MAX_SECONDS } from 'contract/features/publishing-constants.ts';
import { COVER_WIDTHS } from 'contract/pictures/covers.ts';
import { copyFrames } from 'music/analysis/mp3-frames.ts';
import { Unplayable } from 'music/analysis/pcm.ts';
import { processFile, type Targets } from 'music/analysis/process-file.ts';
import { findSound } from 'music/analysis/sniff.ts';
import { isPicture, isTooManyPixels, MAX_PIXELS } from '../../../platform/media/picture.ts';
import { serveTask } from '../../../platform/workers/serve-task.ts';

/** The tasks of a worker process. */
export interface Tasks {
  audio: { file: string; targets: Targets };
  repair: { file: string; target: string };
  cover: { file: string };
}

export interface Results {
  audio: Awaited<ReturnType<typeof processAudio>>;
  repair: boolean;
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

/**
 * Writes an MP3 file with its tag and a right table of its length. @returns false if it has one, or if a C2PA manifest
 * signs it, which any change would break.
 */
async function repairTable({ file, target }: Tasks['repair']): Promise<boolean> {
  const sound = await findSound(file);
  if (sound?.kind !== 'mp3') return false;
  const handle = await open(file);
  const { buffer: tag } = await handle.read(Buffer.alloc(sound.start), 0, sound.start, 0);
  await handle.close();
  if (tag.includes('c2pa')) return false;
  const { seconds, pure } = await copyFrames(sound, target, tag);
  return seconds > 0 && !pure;
}

serveTask(async (task: Task, report: Report): Promise<Outcome<keyof Tasks>> => {
  try {
    if (task.kind === 'audio') return { result: await processAudio(task, report) };
    if (task.kind === 'repair') return { result: await repairTable(task) };
    return { result: await renderCovers(await readFile(task.file)) };
  } catch (error) {
    if (error instanceof Unplayable) return { unplayable: error.message };
    throw error;
  }
});

/**
 * Re-encodes a picture as square covers in every width, the largest last. Metadata and anything appended to the
 * picture are dropped. Smaller pictures are enlarged so that every width has a file.
 * @returns undefined for a picture that cannot be decoded within the limits.
 */
async function renderCovers(file: Uint8Array): Promise<{ width: number; data: Buffer }[] | undefined> {
  if (!isPicture(file) || isTooManyPixels(file)) return undefined;
  // Imported on demand: it takes 30 MB and a while to load.
  const { default: sharp } = await import('sharp');
  const largest = COVER_WIDTHS.at(-1)!;
  try {
    const square = await sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
      .autoOrient()
      .resize(largest, largest, { fit: 'cover' })
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = square.info;
    const pictures: { width: number; data: Buffer }[] = [];
    for (const side of COVER_WIDTHS) {
      const data = await sharp(square.data, { raw: { width, height, channels } })
        .resize(side, side)
        .webp({ quality: 80, effort: 4 })
        .toBuffer();
      pictures.push({ width: side, data });
    }
    return pictures;
  } catch {
    return undefined;
  }
}
