import type { Singer } from '../singing/speech.ts';
import type { Insert } from './inserts.ts';
import { RATE } from './tables.ts';

/** One note, as a voice receives it. */
export type Tone = {
  /** Hz */
  frequency: number;
  /** Time the key is held; the release comes after. */
  seconds: number;
  /** 0..1 */
  velocity: number;
  /** 0..1, a fresh number at each call. */
  random: () => number;
  /** Hz to slide from, for glides between tied notes. */
  glideFrom?: number | undefined;
};

/** The buffers a voice renders its note into, from sample 0. */
export type Canvas = { left: Float32Array; right: Float32Array };

export type Voice = {
  /** Renders one tone, overwriting, and returns its length in samples. A mono voice uses `left` only. */
  sound(tone: Tone, canvas: Canvas): number;
  stereo: boolean;
  /**
   * Present on voices that are struck and left to ring (piano, plucked strings, bells): each pitch is recorded once at
   * three strengths with two takes, then played back and released over this many seconds. `ring` is the longest decay.
   */
  struck?: { ring: number; release: number };
  /** Name that a musician would use. */
  name?: string;
  /** Effects that belong to the instrument itself: its body, its amplifier, its rotating speaker. */
  inserts?: readonly Insert[];
  /** Singer of the notes; its tones are silent. */
  singer?: Singer;
};

export const LONGEST_NOTE = 24;

/** Attack, decay, sustain level, release; times in seconds. */
export type Envelope = readonly [attack: number, decay: number, sustain: number, release: number];

/** Envelope level at time t (s) of a note released at `gate` (s): exponential decay and release, soft attack. */
export function envelopeAt([attack, decay, sustain, release]: Envelope, t: number, gate: number): number {
  const held = (at: number) => {
    if (at < attack) {
      const x = at / attack;
      return x * (2 - x);
    }
    return sustain + (1 - sustain) * Math.exp(-4 * ((at - attack) / decay));
  };
  if (t <= gate) return held(t);
  const fall = (t - gate) / release;
  return fall >= 1 ? 0 : held(gate) * (1 - fall) * Math.exp(-3 * fall);
}

/** A tone's length in samples, including its release. */
export function samplesOf(seconds: number, release: number): number {
  return Math.min(LONGEST_NOTE * RATE, Math.ceil((seconds + release) * RATE));
}
