/** The kinds of audio file that can be processed. */
export const kinds = {
  mp3: { container: 'mp3', codec: 'mp3' },
  wav: { container: 'wav', codec: 'pcm' },
  flac: { container: 'flac', codec: 'flac' },
  oggFlac: { container: 'ogg', codec: 'flac' },
  vorbis: { container: 'ogg', codec: 'vorbis' },
  opus: { container: 'ogg', codec: 'opus' },
  aac: { container: 'm4a', codec: 'aac' },
} as const;

export type AudioKind = keyof typeof kinds;

/** Range of the sound in a file. */
export interface Sound {
  path: string;
  kind: AudioKind;
  /** Its first byte, behind tags and junk, and the byte after its last. */
  start: number;
  end: number;
  /** The last ID3 tag in front of it; `start` without one. */
  tagAt: number;
}

/** A piece of decoded audio: channels of equal length, samples -1..1. */
export interface Pcm {
  channels: Float32Array[];
  /** Hz. */
  sampleRate: number;
  /** The part of the file that was read so far, from 0 to 1. */
  done: number;
  /** The length of the whole by the file's header, seconds; `more` if it breaks off, null if it says nothing. */
  promised: number | 'more' | null;
}

/** The verdict that a file cannot be played, as a sentence for its sender. */
export class Unplayable extends Error {}

/** A decoder's error as a verdict about the file. Errors of the operating system (disk, memory) stay what they are. */
export function toVerdict(error: unknown, sentence: string): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error;
  return error instanceof Unplayable || isSystemError ? error : new Unplayable(sentence);
}

/** Samples this far beyond full scale come from corrupted bits, not from a signal. */
const MAX_SAMPLE = 8;

/** -3 dB, the level at which ITU-R BS.775 mixes center and surround channels into the front. */
const HALF_POWER = Math.SQRT1_2;

/** Silences corrupted samples, and mixes more than two channels down to stereo. */
export function sanitize({ channels, ...rest }: Pcm): Pcm {
  for (const channel of channels) {
    for (let i = 0; i < channel.length; i++) if (!(Math.abs(channel[i]!) <= MAX_SAMPLE)) channel[i] = 0;
  }
  return { channels: channels.length > 2 ? mixDown(channels) : channels, ...rest };
}

function mixDown(channels: Float32Array[]): Float32Array[] {
  const sides = [new Float32Array(channels[0]!.length), new Float32Array(channels[0]!.length)];
  const gains = channels.map((_, place) => gainsOf(place, channels.length));
  for (const side of [0, 1] as const) {
    const total = gains.reduce((sum, gain) => sum + gain[side], 0);
    channels.forEach((channel, place) => {
      const gain = gains[place]![side] / total;
      if (gain > 0) for (let i = 0; i < channel.length; i++) sides[side]![i]! += channel[i]! * gain;
    });
  }
  return sides;
}

/** A channel's gains to the left and right, by its position in WAVE order (L R C LFE, then pairs). */
function gainsOf(place: number, count: number): [left: number, right: number] {
  if (place === 0) return [1, 0];
  if (place === 1) return [0, 1];
  const hasCenter = count !== 4;
  if (place === 2 && hasCenter) return [HALF_POWER, HALF_POWER];
  if (place === 3 && count >= 6) return [0, 0];
  const pairsFrom = count >= 6 ? 4 : hasCenter ? 3 : 2;
  return (place - pairsFrom) % 2 === 0 ? [HALF_POWER, 0] : [0, HALF_POWER];
}
