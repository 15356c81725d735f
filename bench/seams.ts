/** How one song follows another; ms. */
export interface Seam {
  /** The longest silence from a second before the end of the one to a second after the beginning of the other. */
  silence: number;
  /** How long both were heard, to about 5 ms; below 0 if the other began after the end of the one. */
  overlap: number;
  /** The longest silence in the two seconds before, while the song played on: what the machine itself leaves out. */
  before: number;
}

/** -50 dBFS. */
const SILENCE = 10 ** (-50 / 20);
const STEP = 32;

/**
 * Finds the seams between songs that are one steady tone each.
 * @param tones Hz; all are multiples of `base`, so that none is heard in a window of 1 / `base` seconds of another.
 * @throws Error when a song is missing.
 */
export function seamsOf(samples: Float32Array, rate: number, tones: number[], base: number): Seam[] {
  const step = (STEP / rate) * 1000;
  const second = Math.round(1000 / step);
  const silent: boolean[] = [];
  for (let from = 0; from + STEP <= samples.length; from += STEP)
    silent.push(samples.subarray(from, from + STEP).every((sample) => Math.abs(sample) <= SILENCE));
  const songs = tones
    .map((tone) => soundsOf(samples, rate, tone, Math.round(rate / base)))
    .sort((a, b) => a.start - b.start);
  return songs.slice(1).map(({ start }, index) => {
    const { end } = songs[index]!;
    const [from, to] = [Math.min(start, end) - second, Math.max(start, end) + second];
    return {
      silence: longest(silent, from, to) * step,
      overlap: (end - start) * step,
      before: longest(silent, from - 2 * second, from) * step,
    };
  });
}

/** The first and the last step in which a tone is at least half as strong as at its strongest. */
function soundsOf(samples: Float32Array, rate: number, tone: number, window: number) {
  const turn = (2 * Math.PI * tone) / rate;
  const strengths: number[] = [];
  for (let at = 0; at + window <= samples.length; at += STEP) {
    let [re, im] = [0, 0];
    for (let i = at; i < at + window; i++) {
      re += samples[i]! * Math.cos(turn * i);
      im += samples[i]! * Math.sin(turn * i);
    }
    strengths.push(Math.hypot(re, im));
  }
  const half = Math.max(...strengths) / 2;
  if (!(half > (SILENCE * window) / 4)) throw new Error(`the song of ${tone} Hz was not heard`);
  const middle = Math.round(window / 2 / STEP);
  const isHeard = (strength: number) => strength >= half;
  return { start: strengths.findIndex(isHeard) + middle, end: strengths.findLastIndex(isHeard) + 1 + middle };
}

function longest(steps: boolean[], from: number, to: number): number {
  let [now, most] = [0, 0];
  for (let i = Math.max(0, from); i < Math.min(to, steps.length); i++) {
    now = steps[i] ? now + 1 : 0;
    most = Math.max(most, now);
  }
  return most;
}
