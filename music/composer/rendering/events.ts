import { feelOf } from '../feel.ts';
import type { Random } from '../random.ts';
import { type Note, type Part, type Score, secondsAt } from '../score.ts';
import { RATE } from '../sound/tables.ts';

/** A note as it is played: where it starts, how long the key is held, how hard it is struck. */
export type Event = {
  pitch: number;
  /** Hz, in the song's tuning. */
  frequency: number;
  /** Samples. */
  start: number;
  /** Seconds. */
  gate: number;
  velocity: number;
  gain: number;
  /** Hz that the note slides from. */
  glideFrom: number | undefined;
  gesture: Gesture | undefined;
};

/** The notes of a part in the order of their beats, in the player's time and touch. */
export function eventsOf(score: Score, part: Part, notes: readonly Note[], random: Random): Event[] {
  const feel = feelOf(score, part);
  const ordered = [...notes].sort((a, b) => a.beat - b.beat || a.pitch - b.pitch);
  let previous: number | undefined;
  return ordered.map((note) => {
    const begin = secondsAt(score, note.beat, part.mix.swing);
    const stop = secondsAt(score, note.beat + note.length, part.mix.swing);
    const frequency = hertz(score, note.pitch);
    const event = {
      pitch: note.pitch,
      frequency,
      start: Math.max(0, Math.round((begin + feel.delay(note.beat)) * RATE)),
      gate: Math.max(0.03, stop - begin),
      velocity: Math.max(
        0.05,
        Math.min(1, note.velocity * feel.touch(note.beat) * (1 + 0.04 * random.bell())),
      ),
      gain: energyGain(score, note.beat),
      glideFrom: note.slide ? previous : undefined,
      gesture: gestureOf(note),
    };
    previous = frequency;
    return event;
  });
}

/** Sections played with less energy are quieter as a whole, not only softer in touch. */
export function energyGain(score: Score, beat: number): number {
  let energy = 1;
  for (const section of score.sections) if (beat >= section.beat - 0.01) energy = section.energy;
  return 10 ** ((4 * (energy - 1)) / 20);
}

/** The frequency of a MIDI pitch in the song's tuning. */
export function hertz({ tuning }: Score, pitch: number): number {
  const cents = tuning ? tuning[pitch % 12]! : 0;
  return 440 * 2 ** ((pitch - 69 + cents / 100) / 12);
}

/** Changes of a note after it has begun, on any instrument; undefined for most notes. */
type Gesture = Pick<Note, 'bend' | 'fall' | 'swell'>;

export function gestureOf({ bend = 0, fall = 0, swell = 0 }: Note): Gesture | undefined {
  return bend || fall || swell ? { bend, fall, swell } : undefined;
}

/** Seconds that a bend and a fall take. */
const BEND = 0.14;
const FALL = 0.2;
/** Difference in level between the end of a full swell and its middle, dB. */
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
