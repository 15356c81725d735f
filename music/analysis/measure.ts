import { decode } from './decode.ts';
import { keyMeter } from './key.ts';
import { loudnessMeter, truePeakMeter } from './loudness.ts';
import { type Pcm, type Sound, Unplayable } from './pcm.ts';
import { tempoMeter } from './tempo.ts';
import { clippingMeter, type Waveform, waveformMeter } from './waveform.ts';

export const PREVIEW_SECONDS = 30;

/** A larger difference of the promised and the decoded length means lost or invented sound, seconds. */
const TOLERANCE = 0.1;

export interface Measured {
  facts: {
    duration_seconds: number;
    /** The length that the file promises, null without one, if that contradicts the duration or the file is cut off. */
    length_fault: { promised_seconds: number | null } | null;
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
  sound: Sound,
  maxSeconds: number,
  onProgress: (done: number) => void,
): Promise<Measured> {
  let meters: ReturnType<typeof metersFor> | undefined;
  let frames = 0;
  let promised: Pcm['promised'] = null;
  for await (const piece of decode(sound)) {
    meters ??= metersFor(piece);
    frames += piece.channels[0]!.length;
    if (frames > maxSeconds * piece.sampleRate)
      throw new Unplayable(`A track may be at most ${maxSeconds / 60} minutes long.`);
    meters.push(piece);
    promised = piece.promised;
    onProgress(piece.done);
  }
  const { sampleRate, channels, loudness, peak, clipping, waveform, tempo, key } = meters!;
  if (frames < sampleRate) throw new Unplayable('This file holds less than a second of sound.');
  const seconds = frames / sampleRate;
  const difference =
    promised === 'more' ? Number.POSITIVE_INFINITY : Math.abs((promised ?? seconds) - seconds);
  const promised_seconds = typeof promised === 'number' ? roundTo(promised, 3) : null;
  return {
    facts: {
      duration_seconds: roundTo(seconds, 3),
      length_fault: difference > TOLERANCE ? { promised_seconds } : null,
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

const roundTo = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Two decimals; null for the -Infinity of silence. */
const finiteOrNull = (value: number) => (Number.isFinite(value) ? roundTo(value, 2) : null);
