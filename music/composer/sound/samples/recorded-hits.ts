import { biquad, filter } from '../filters.ts';
import { RATE } from '../tables.ts';
import { BLOCK, leftOf, levelAt, readerOf, readOne, zonesAt } from './sampled.ts';
import { sampleOf } from './soundfont.ts';

/** The bank of the drum kits. */
const KITS = 128;

type RecordedHit = {
  /** Number of the kit: 0 is the standard one, 40 has brushes. */
  kit?: number;
  /** Semitones up or down. */
  tune?: number;
  /** Seconds after which it is damped. */
  ring?: number;
  /** Cutoff in Hz of the softest and of the hardest stroke. */
  tone?: readonly [soft: number, hard: number];
};

/**
 * A hit from the soundfont, by its key on the drum channel of General MIDI; several keys are strokes that stand for each
 * other. No two are alike: each differs a little in pitch and brightness.
 */
export function recorded(keys: number | readonly number[], hit: RecordedHit = {}) {
  const { kit = 0, tune = 0, ring = 4.5, tone: [soft, hard] = [5000, 20_000] } = hit;
  const strokes = typeof keys === 'number' ? [keys] : keys;
  return (out: Float32Array, velocity: number, random: () => number): number => {
    const key = strokes[Math.floor(random() * strokes.length)]!;
    const samples = Math.min(out.length, Math.ceil(ring * RATE));
    out.fill(0, 0, samples);
    let last = 0;
    for (const zone of zonesAt(KITS, kit, key, velocity)) {
      const sample = sampleOf(zone.sample);
      const level = zone.gain * (0.2 + 0.8 * velocity);
      const reader = readerOf(zone, sample, level);
      reader.step = (sample.rate / RATE) * 2 ** ((key - zone.root + tune + 0.4 * (random() - 0.5)) / 12);
      let start = 0;
      for (; start < samples && leftOf(reader) > 0; start += BLOCK) {
        const end = Math.min(samples, start + BLOCK, start + leftOf(reader));
        readOne(out, start, end, sample.data, reader, level * levelAt(zone, 0, start / RATE, samples));
        last = Math.max(last, end);
      }
    }
    const cutoff = soft * (hard / soft) ** velocity * (0.85 + 0.3 * random());
    if (cutoff < 18_000) filter(out, biquad('lowpass', cutoff, 0.6), 0, last);
    return last;
  };
}
