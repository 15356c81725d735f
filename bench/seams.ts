import type { Recording } from './recording.ts';

/** How one song follows another; ms. */
export interface Seam {
  /** The longest silence from a second before the end of the one to a second after the beginning of the other. */
  silence: number;
  /** How long both were heard; below 0 if the other began after the end of the one. */
  overlap: number;
  /** The longest silence in the two seconds before, while the song played on: what the recorder itself leaves out. */
  before: number;
}

/** -50 dBFS. */
const SILENCE = 10 ** (-50 / 20);
const SECOND_MS = 1000;

/** Finds the seams between the songs of a recording. @throws Error when a song or a part of the sound is missing. */
export function seamsOf({ songs, step, blocksLost }: Recording): Seam[] {
  if (blocksLost > 0) throw new Error('the machine was too busy to record all sound');
  const heard = songs.map((peaks) => peaks.map((peak) => peak > SILENCE));
  const second = Math.round(SECOND_MS / step);
  const longestSilence = (from: number, to: number) => {
    let [silence, longest] = [0, 0];
    for (let i = from; i < to; i++) {
      silence = heard.some((song) => song[i]) ? 0 : silence + 1;
      longest = Math.max(longest, silence);
    }
    return longest * step;
  };
  return heard.slice(1).map((next, index) => {
    const end = heard[index]!.lastIndexOf(true) + 1;
    const start = next.indexOf(true);
    if (end === 0 || start === -1) throw new Error('a song was not heard');
    const [from, to] = [Math.min(start, end) - second, Math.max(start, end) + second];
    return {
      silence: longestSilence(from, to),
      overlap: (end - start) * step,
      before: longestSilence(from - 2 * second, from),
    };
  });
}
