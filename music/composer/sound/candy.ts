import { recorded } from './samples/recorded-hits.ts';
import { formants, sustained } from './sustained.ts';
import { RATE } from './tables.ts';
import type { Voice } from './voice.ts';

const strike = recorded(57, { ring: 3.2 });

/** Noise whose pitch and level climb until the note ends: what announces a drop. */
export const riser = (): Voice => ({
  name: 'riser',
  stereo: true,
  sound({ seconds, velocity, random }, { left, right }) {
    const samples = Math.ceil(seconds * RATE);
    const damp = 0.7;
    for (const x of [left, right]) {
      let [low, band, f] = [0, 0, 0];
      for (let i = 0; i < samples; i++) {
        const at = i / samples;
        if (i % 64 === 0) f = 2 * Math.sin((Math.PI * 250 * 30 ** at) / RATE);
        low += f * band;
        band += f * (random() - 0.5 - low - damp * band);
        x[i] = velocity * at * at * Math.min(1, (samples - i) / 600) * band;
      }
    }
    return samples;
  },
});

/** A crash played backwards: it swells into the beat on which it was struck. */
export const reversedCymbal = (): Voice => ({
  name: 'reversed cymbal',
  stereo: false,
  sound({ seconds, velocity, random }, { left, right }) {
    const struck = strike(right, velocity, random);
    const samples = Math.min(struck, Math.ceil(seconds * RATE));
    for (let i = 0; i < samples; i++) left[i] = right[samples - 1 - i]! * Math.min(1, i / 400);
    return samples;
  },
});

const VOWELS = [
  [
    [730, 110, 5],
    [1150, 130, 4],
    [2700, 250, 2],
  ],
  [
    [450, 90, 5],
    [900, 120, 3],
    [2500, 250, 1],
  ],
  [
    [330, 80, 4],
    [2100, 180, 5],
    [2900, 250, 3],
  ],
] as const;

/** A voice cut into syllables, as a sampler plays them: each note takes one of three vowels. */
export const choppedVowels = (): Voice => {
  const syllables = VOWELS.map((peaks) =>
    sustained({
      soft: formants(7, peaks),
      amp: [0.006, 0.12, 0.75, 0.05],
      players: 2,
      detune: 12,
      scoop: 60,
      noise: { level: 0.03, at: 5200, q: 0.6, chiff: 0.6 },
    }),
  );
  return {
    name: 'chopped vowels',
    stereo: true,
    sound: (tone, canvas) =>
      syllables[Math.floor(tone.random() * syllables.length) % syllables.length]!.sound(tone, canvas),
  };
};
