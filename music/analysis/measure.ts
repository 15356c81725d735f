import { decode } from './decode.ts';
import { keyMeter } from './key.ts';
import { loudnessMeter, truePeakMeter } from './loudness.ts';
import { type Pcm, Unplayable } from './pcm.ts';
import type { AudioKind } from './sniff.ts';
import { tempoMeter } from './tempo.ts';
import { clippingMeter, type Waveform, waveformMeter } from './waveform.ts';

export const PREVIEW_SECONDS = 30;

export interface Measured {
  facts: {
    duration_seconds: number;
    sample_rate: number;
    channels: number;
    loudness_lufs: number | null;
    true_peak_dbtp: number | null;
    /** The share of samples in runs at full scale, from 0 to 1. */
    clipped: number;
    tempo: number | null;
    key: string | null;
  };
  waveform: Waveform;
  /** Start of the loudest `PREVIEW_SECONDS`, in seconds. */
  loudestAt: number;
}

/**
 * Decodes a file from its first sample to its last and measures it.
 * @throws Unplayable
 */
export async function measure(
  path: string,
  kind: AudioKind,
  maxSeconds: number,
  onProgress: (done: number) => void,
): Promise<Measured> {
  let meters: ReturnType<typeof metersFor> | undefined;
  let frames = 0;
  for await (const piece of decode(path, kind)) {
    meters ??= metersFor(piece);
    frames += piece.channels[0]!.length;
    if (frames > maxSeconds * piece.sampleRate)
      throw new Unplayable(`A track may be at most ${maxSeconds / 60} minutes long.`);
    meters.push(piece);
    onProgress(piece.done);
  }
  const { sampleRate, channels, loudness, peak, clipping, waveform, tempo, key } = meters!;
  if (frames < sampleRate) throw new Unplayable('This file holds less than a second of sound.');
  return {
    facts: {
      duration_seconds: Math.round((frames / sampleRate) * 1000) / 1000,
      sample_rate: sampleRate,
      channels,
      loudness_lufs: finiteOrNull(loudness.integrated()),
      true_peak_dbtp: finiteOrNull(peak.end()),
      clipped: clipping.share(),
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
  const clipping = clippingMeter(channels);
  const waveform = waveformMeter(sampleRate);
  const tempo = tempoMeter(sampleRate);
  const key = keyMeter(sampleRate);
  const push = (piece: Pcm) => {
    const mono = mixToMono(piece.channels);
    for (const meter of [loudness, peak, clipping]) meter.push(piece.channels);
    waveform.push([mono]);
    tempo.push(mono);
    key.push(mono);
  };
  return { sampleRate, channels, loudness, peak, clipping, waveform, tempo, key, push };
}

function mixToMono(channels: Float32Array[]): Float32Array {
  const [left, right] = channels;
  return right ? left!.map((value, i) => (value + right[i]!) / 2) : left!;
}

/** Two decimals; null for the -Infinity of silence. */
const finiteOrNull = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) / 100 : null);
