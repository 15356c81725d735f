import { decode } from './decode.ts';
import { remuxM4a } from './decode-m4a.ts';
import { type Measured, PREVIEW_SECONDS } from './measure.ts';
import { openMp3File } from './mp3-file.ts';
import { copyFrames } from './mp3-frames.ts';
import type { AudioKind } from './sniff.ts';

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
export async function makeCopies(
  path: string,
  kind: AudioKind,
  { facts, loudestAt }: Measured,
  targets: Targets,
  onProgress: (done: number) => void,
): Promise<'mp3' | 'm4a' | null> {
  const { sample_rate, channels } = facts;
  const count = channels === 1 ? 1 : 2;
  if (kind === 'aac') await remuxM4a(path, targets.stream);
  const frames = kind === 'mp3' ? await copyFrames(path, targets.stream) : undefined;
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
  for await (const { channels: samples, done } of decode(path, kind)) {
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
