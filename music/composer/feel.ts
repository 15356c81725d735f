import { createRandom } from './random.ts';
import type { Part, Score } from './score.ts';

/** Timing and touch of a player of the band. */
export type Feel = {
  /** Seconds by which an event at this beat is late, negative if early. `tight` scales the looseness. */
  delay(beat: number, tight?: number): number;
  /** Factor on the velocity at this beat: phrases of four bars grow towards their last bar and ease off. */
  touch(beat: number): number;
};

/** Loudest point of a phrase, as a share of it. */
const PEAK = 0.82;

/**
 * People who play together drift together: most of a part's looseness is a slow wave that the whole band shares and
 * one of the player's own; only a little is chance. Notes of one chord stay within two milliseconds of each other.
 */
export function feelOf(score: Score, part: Part): Feel {
  const band = createDrift(score.seed, 'band');
  const player = createDrift(score.seed, part.name);
  const random = createRandom(score.seed).fork(`feel/${part.name}`);
  const { late, loose } = part.mix;
  const phrase = 4 * score.beatsPerBar;
  let [chord, chance] = [Number.NaN, 0];
  return {
    delay(beat, tight = 1) {
      if (Math.abs(beat - chord) > 0.02 || Number.isNaN(chord)) {
        chord = beat;
        chance = random.bell();
      }
      const drift = 0.55 * band(beat) + 0.55 * player(beat) + 0.3 * chance;
      const apart = Math.max(-1, Math.min(1, 0.5 * random.bell())) * Math.min(1, loose / 4);
      return (late + tight * (loose * drift + apart)) / 1000;
    },
    touch(beat) {
      const x = (((beat % phrase) + phrase) % phrase) / phrase;
      const rest = x > PEAK ? (x - PEAK) / (1 - PEAK) : 0;
      return 0.93 + 0.13 * Math.min(1, x / PEAK) ** 1.3 - 0.08 * rest;
    },
  };
}

/** A slow wave of about unit size: two sines of several bars each. */
function createDrift(seed: number, name: string): (beat: number) => number {
  const random = createRandom(seed).fork(`drift/${name}`);
  const waves = [random.between(9, 14), random.between(21, 34)].map((period) => ({
    rate: (2 * Math.PI) / period,
    phase: random.between(0, 2 * Math.PI),
  }));
  return (beat) => waves.reduce((sum, { rate, phase }) => sum + 0.9 * Math.sin(rate * beat + phase), 0);
}
