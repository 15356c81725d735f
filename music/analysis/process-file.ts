import { open } from 'node:fs/promises';
import { makeCopies, type Targets } from './make-copies.ts';
import { measure } from './measure.ts';
import { Unplayable } from './pcm.ts';
import { type AudioKind, id3Size, kinds, SNIFFED, sniffAudio } from './sniff.ts';
import { readTags } from './tags.ts';

/** Reports a step's progress, from 0 to 1. */
export type ReportProgress = (step: 'read' | 'measure' | 'encode', progress: number) => void;

/**
 * Decodes an audio file completely, measures it, and writes the files that are served of it: a copy that plays
 * everywhere, unless the file itself does, and a preview of its loudest part. Holds a few seconds of sound at a time.
 * @throws Unplayable
 */
export async function processFile(
  path: string,
  targets: Targets,
  options: { maxSeconds: number; onProgress: ReportProgress },
) {
  const { maxSeconds, onProgress } = options;
  onProgress('read', 0);
  const kind = await kindOf(path);
  const tags = await readTags(path);
  const measured = await measure(path, kind, maxSeconds, (done) => onProgress('measure', done));
  const stream = await makeCopies(path, kind, measured, targets, (done) => onProgress('encode', done));
  return { ...kinds[kind], ...measured.facts, tags, waveform: measured.waveform, stream };
}

async function kindOf(path: string): Promise<AudioKind> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(SNIFFED);
    const read = async (at: number) => head.subarray(0, (await file.read(head, 0, SNIFFED, at)).bytesRead);
    const tagSize = id3Size(await read(0));
    const kind = sniffAudio(await read(tagSize));
    // There may be padding after a tag; the decoder finds the first frame, if there is one.
    if (kind || tagSize) return kind ?? 'mp3';
  } finally {
    await file.close();
  }
  throw new Unplayable('This file is not a playable audio file. Choose an MP3, WAV, FLAC, Ogg or M4A file.');
}
