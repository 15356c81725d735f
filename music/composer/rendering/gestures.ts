import type { Note } from '../score.ts';
import { RATE } from '../sound/tables.ts';

/** What happens to a note after it has begun, on any instrument; undefined for most notes. */
export type Gesture = Pick<Note, 'bend' | 'fall' | 'swell'>;

export function gestureOf({ bend = 0, fall = 0, swell = 0 }: Note): Gesture | undefined {
  return bend || fall || swell ? { bend, fall, swell } : undefined;
}

/** Seconds that a bend and a fall take. */
const BEND = 0.14;
const FALL = 0.2;
/** How much louder or softer the end of a full swell is than its middle, dB. */
const SWELL = 4;

/** Samples over which a note fades that would be cut, because it has been played more slowly. */
const FADE = 600;

/** The first `count` samples of a note held for `gate` seconds, bent and swelled. */
export function shape(
  source: Float32Array,
  count: number,
  gate: number,
  { bend = 0, fall = 0, swell = 0 }: Gesture,
): Float32Array {
  const out = new Float32Array(Math.max(0, count));
  const drops = Math.max(0, gate - FALL);
  let at = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    const rise = Math.min(1, t / BEND);
    const drop = Math.max(0, Math.min(1, (t - drops) / FALL));
    const whole = Math.floor(at);
    const here = source[whole]!;
    const grown = swell ? 10 ** ((SWELL * swell * (2 * Math.min(1, t / gate) - 1)) / 20) : 1;
    const fade = Math.min(1, (out.length - i) / FADE);
    out[i] = grown * fade * (here + (at - whole) * ((source[whole + 1] ?? here) - here));
    // Never faster than the note itself, so that it doesn't end early.
    at += 2 ** (-(bend * (1 - rise * rise * (3 - 2 * rise)) + fall * drop * drop) / 12);
  }
  return out;
}
