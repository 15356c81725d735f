import { decode } from './decode.ts';
import { remuxM4a } from './decode-m4a.ts';
import { type Measured, measure, PREVIEW_SECONDS } from './measure.ts';
import { openMp3File } from './mp3.ts';
import { copyFrames } from './mp3-frames.ts';
import { kinds, type Sound, Unplayable } from './pcm.ts';
import { findSound } from './sniff.ts';
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
  const sound = await findSound(path);
  if (!sound) throw new Unplayable(NOT_AUDIO);
  const tags = await readTags(sound);
  const measured = await measure(sound, maxSeconds, (done) => onProgress('measure', done));
  const stream = await makeCopies(sound, measured, targets, (done) => onProgress('encode', done));
  return { ...kinds[sound.kind], ...measured.facts, tags, waveform: measured.waveform, stream };
}

const NOT_AUDIO = 'This file is not a playable audio file. Choose an MP3, WAV, FLAC, Ogg or M4A file.';

const FADE_SECONDS = 0.5;
const COPY_KBPS = 256;
const PREVIEW_KBPS = 128;

/** Paths of the files that are written. */
export interface Targets {
  stream: string;
  preview: string;
}

/**
 * Writes the preview, and a copy to `targets.stream` unless the file can be served as it is.
 * @returns the copy's format; null without a copy.
 */
async function makeCopies(
  sound: Sound,
  { facts, loudestAt }: Measured,
  targets: Targets,
  onProgress: (done: number) => void,
): Promise<'mp3' | 'm4a' | null> {
  const { sample_rate, channels } = facts;
  const count = channels === 1 ? 1 : 2;
  const { kind } = sound;
  if (kind === 'aac') await remuxM4a(sound, targets.stream);
  const frames = kind === 'mp3' ? await copyFrames(sound, targets.stream) : undefined;
  // Frames whose total length contradicts the decoder's are not trusted.
  const isMp3 = frames !== undefined && Math.abs(frames.seconds - facts.duration_seconds) <= 1;
  const encodes = kind !== 'aac' && !isMp3;
  const copy = encodes ? await openMp3File(targets.stream, count, sample_rate, COPY_KBPS) : undefined;
  const preview = await openMp3File(targets.preview, count, sample_rate, PREVIEW_KBPS);
  const from = Math.round(loudestAt * sample_rate);
  const until = from + PREVIEW_SECONDS * sample_rate;
  const length = Math.min(until, Math.floor(facts.duration_seconds * sample_rate)) - from;
  const fade = Math.round(FADE_SECONDS * sample_rate);
  let at = 0;
  for await (const { channels: samples, done } of decode(sound)) {
    await copy?.write(samples);
    const end = at + samples[0]!.length;
    if (end > from && at < until) {
      const part = samples.map((x) => x.slice(Math.max(0, from - at), until - at));
      for (const x of part) applyFades(x, Math.max(0, at - from), length, fade);
      await preview.write(part);
    }
    at = end;
    onProgress(encodes ? done : Math.min(1, at / until));
    if (!encodes && at >= until) break;
  }
  await preview.end();
  await copy?.end();
  if (kind === 'aac') return 'm4a';
  return encodes || !frames?.pure ? 'mp3' : null;
}

/** Fades in and out. @param at position of `x` within the whole of `length` samples. */
function applyFades(x: Float32Array, at: number, length: number, fade: number): void {
  for (let i = 0; i < x.length; i++) {
    const edge = Math.min(at + i, length - 1 - at - i);
    if (edge < fade) x[i]! *= Math.max(0, edge) / fade;
  }
}
