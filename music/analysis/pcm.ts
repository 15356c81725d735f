/** A piece of decoded sound: channels of equal length, samples -1..1. */
export interface Pcm {
  channels: Float32Array[];
  /** Hz. */
  sampleRate: number;
  /** How much of the file was read for it, from 0 to 1. */
  done: number;
}

/** The verdict that a file cannot be played, as a sentence for its sender. */
export class Unplayable extends Error {}

/** A decoder's error as a verdict about the file. Errors of the operating system (disk, memory) stay what they are. */
export function toVerdict(error: unknown, sentence: string): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error;
  return error instanceof Unplayable || isSystemError ? error : new Unplayable(sentence);
}

/** No honest signal goes so far beyond full scale: what does came from broken bits. */
const ABSURD = 8;

/** -3 dB, as ITU-R BS.775 mixes centre and surround into the front. */
const HALF_POWER = Math.SQRT1_2;

/** One or two channels without rubbish: more are mixed down, what is no number or absurd becomes silence. */
export function tidy({ channels, ...rest }: Pcm): Pcm {
  for (const channel of channels) {
    for (let i = 0; i < channel.length; i++) if (!(Math.abs(channel[i]!) <= ABSURD)) channel[i] = 0;
  }
  return { channels: channels.length > 2 ? mixedDown(channels) : channels, ...rest };
}

function mixedDown(channels: Float32Array[]): Float32Array[] {
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

/** How much of a channel goes left and right, by its place in WAVE's order (L R C LFE, then pairs). */
function gainsOf(place: number, count: number): [left: number, right: number] {
  if (place === 0) return [1, 0];
  if (place === 1) return [0, 1];
  const hasCentre = count !== 4;
  if (place === 2 && hasCentre) return [HALF_POWER, HALF_POWER];
  if (place === 3 && count >= 6) return [0, 0];
  const pairsFrom = count >= 6 ? 4 : hasCentre ? 3 : 2;
  return (place - pairsFrom) % 2 === 0 ? [HALF_POWER, 0] : [0, HALF_POWER];
}
