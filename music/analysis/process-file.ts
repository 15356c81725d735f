import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { decode } from './decode.ts';
import { remuxM4a } from './decode-m4a.ts';
import { keyMeter } from './key.ts';
import { loudnessMeter, truePeakMeter } from './loudness.ts';
import { mp3Encoder } from './mp3.ts';
import { copyFrames } from './mp3-frames.ts';
import { type Pcm, Unplayable } from './pcm.ts';
import { type AudioKind, id3Size, kinds, SNIFFED, sniffAudio } from './sniff.ts';
import { readTags } from './tags.ts';
import { tempoMeter } from './tempo.ts';
import { type Waveform, waveformMeter } from './waveform.ts';

export const PREVIEW_SECONDS = 30;
const FADE_SECONDS = 0.5;

const COPY_KBPS = 256;
const PREVIEW_KBPS = 128;

/** Where what is made is written. */
export interface Targets {
  stream: string;
  preview: string;
}

/** Reports how far a step is; `progress` from 0 to 1. */
export type ReportProgress = (step: 'read' | 'measure' | 'encode', progress: number) => void;

export type Processed = Awaited<ReturnType<typeof processFile>>;

/**
 * Reads an audio file whole, measures it, and writes what is served of it: a copy that plays everywhere where
 * the file itself doesn't, and a preview of its loudest part. Never holds more than a few seconds of it.
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
  const measured = await measure(path, kind, maxSeconds, onProgress);
  const stream = await makeCopies(path, kind, measured, targets, onProgress);
  return { ...kinds[kind], ...measured.facts, tags, waveform: measured.waveform, stream };
}

async function kindOf(path: string): Promise<AudioKind> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(SNIFFED);
    const read = async (at: number) => head.subarray(0, (await file.read(head, 0, SNIFFED, at)).bytesRead);
    const tagged = id3Size(await read(0));
    const kind = sniffAudio(await read(tagged));
    // Behind a tag there may be padding; the decoder finds the first frame, or none.
    if (kind || tagged) return kind ?? 'mp3';
  } finally {
    await file.close();
  }
  throw new Unplayable(
    'This is no audio file that can be played here. Please choose an MP3, WAV, FLAC, Ogg or M4A file.',
  );
}

interface Measured {
  facts: {
    duration_seconds: number;
    sample_rate: number;
    channels: number;
    loudness_lufs: number | null;
    true_peak_dbtp: number | null;
    tempo: number | null;
    key: string | null;
  };
  waveform: Waveform;
  /** Seconds. */
  loudestAt: number;
}

async function measure(
  path: string,
  kind: AudioKind,
  maxSeconds: number,
  onProgress: ReportProgress,
): Promise<Measured> {
  let meters: ReturnType<typeof metersFor> | undefined;
  let frames = 0;
  for await (const piece of decode(path, kind)) {
    meters ??= metersFor(piece);
    frames += piece.channels[0]!.length;
    if (frames > maxSeconds * piece.sampleRate)
      throw new Unplayable(`A track may be at most ${maxSeconds / 60} minutes long.`);
    meters.push(piece);
    onProgress('measure', piece.done);
  }
  const { sampleRate, channels, loudness, peak, waveform, tempo, key } = meters!;
  if (frames < sampleRate) throw new Unplayable('This file holds less than a second of sound.');
  const finite = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) / 100 : null);
  return {
    facts: {
      duration_seconds: Math.round((frames / sampleRate) * 1000) / 1000,
      sample_rate: sampleRate,
      channels,
      loudness_lufs: finite(loudness.integrated()),
      true_peak_dbtp: finite(peak.end()),
      tempo: tempo.tempo(),
      key: key.key(),
    },
    waveform: waveform.draw(),
    loudestAt: loudness.loudest(PREVIEW_SECONDS),
  };
}

function metersFor({ sampleRate, channels: { length: channels } }: Pcm) {
  const loudness = loudnessMeter(channels, sampleRate);
  const peak = truePeakMeter(channels);
  const waveform = waveformMeter(sampleRate);
  const tempo = tempoMeter(sampleRate);
  const key = keyMeter(sampleRate);
  const push = (piece: Pcm) => {
    const mono = mixOf(piece.channels);
    for (const meter of [loudness, peak]) meter.push(piece.channels);
    waveform.push([mono]);
    tempo.push(mono);
    key.push(mono);
  };
  return { sampleRate, channels, loudness, peak, waveform, tempo, key, push };
}

function mixOf(channels: Float32Array[]): Float32Array {
  const [left, right] = channels;
  return right ? left!.map((value, i) => (value + right[i]!) / 2) : left!;
}

/** Whether a copy was written to `targets.stream`, and as what. */
async function makeCopies(
  path: string,
  kind: AudioKind,
  { facts, loudestAt }: Measured,
  targets: Targets,
  onProgress: ReportProgress,
): Promise<'mp3' | 'm4a' | null> {
  const { sample_rate, channels } = facts;
  const count = channels === 1 ? 1 : 2;
  if (kind === 'aac') await remuxM4a(path, targets.stream);
  const frames = kind === 'mp3' ? await copyFrames(path, targets.stream) : undefined;
  // Where the decoder finds another length than the frames have, the frames are not trusted.
  const foreign = !frames || Math.abs(frames.seconds - facts.duration_seconds) > 1;
  const copies = kind !== 'aac' && foreign;
  const copy = copies ? await mp3File(targets.stream, count, sample_rate, COPY_KBPS) : undefined;
  const preview = await mp3File(targets.preview, count, sample_rate, PREVIEW_KBPS);
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
    onProgress('encode', copies ? done : Math.min(1, at / until));
    if (!copies && at >= until) break;
  }
  await preview.end();
  await copy?.end();
  if (kind === 'aac') return 'm4a';
  return copies || !frames?.pure ? 'mp3' : null;
}

/** @param at where `x` begins in the whole of `length` samples. */
function applyFades(x: Float32Array, at: number, length: number, fade: number): void {
  for (let i = 0; i < x.length; i++) {
    const edge = Math.min(at + i, length - 1 - at - i);
    if (edge < fade) x[i]! *= Math.max(0, edge) / fade;
  }
}

async function mp3File(
  path: string,
  channels: 1 | 2,
  sampleRate: number,
  kbps: typeof COPY_KBPS | typeof PREVIEW_KBPS,
) {
  const encoder = await mp3Encoder(channels, sampleRate, kbps);
  const file = createWriteStream(path, { flush: true });
  const send = async (bytes: Uint8Array) => {
    if (!file.write(bytes)) await once(file, 'drain');
  };
  return {
    write: async (samples: Float32Array[]) => {
      for (const piece of encoder.push(samples)) await send(piece);
    },
    end: async () => {
      file.end(encoder.end());
      await once(file, 'close');
    },
  };
}
