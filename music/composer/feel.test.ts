import { describe, expect, it } from 'vitest';
import { feelOf } from './feel.ts';
import { composeSong } from './generate.ts';
import type { Part, Score } from './score.ts';

const { score } = composeSong({ genre: 'jazz:piano-trio', seed: 5 });
const player = (name: string, loose: number): Part => {
  const part = score.parts.find((p) => p.name === name)!;
  return { ...part, mix: { ...part.mix, late: 0, loose } };
};
const beats = Array.from({ length: 128 }, (_, i) => i);
const delays = (of: Score, part: Part) => {
  const feel = feelOf(of, part);
  return beats.map((beat) => 1000 * feel.delay(beat));
};

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (x: readonly number[]) => x.reduce((sum, v) => sum + v, 0) / x.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, v] of a.entries()) {
    ab += (v - ma) * (b[i]! - mb);
    aa += (v - ma) ** 2;
    bb += (b[i]! - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

describe('the time of the band', () => {
  it('drifts together, and each player a little alone', () => {
    const seeds = Array.from({ length: 30 }, (_, seed) => ({ ...score, seed }));
    const together = seeds.map((of) =>
      correlation(delays(of, player('bass', 6)), delays(of, player('keys', 6))),
    );
    const apart = seeds.map((of, i) =>
      correlation(delays(of, player('bass', 6)), delays(seeds[(i + 1) % 30]!, player('keys', 6))),
    );
    const mean = (x: readonly number[]) => x.reduce((sum, v) => sum + v, 0) / x.length;
    expect(mean(together)).toBeGreaterThan(0.3);
    expect(mean(together)).toBeLessThan(0.9);
    expect(Math.abs(mean(apart))).toBeLessThan(0.15);
  });

  it('is slow: it moves little from beat to beat and more over bars', () => {
    const x = delays(score, player('keys', 8));
    const change = (span: number) => {
      const steps = x.slice(span).map((v, i) => Math.abs(v - x[i]!));
      return steps.reduce((sum, v) => sum + v, 0) / steps.length;
    };
    expect(change(8)).toBeGreaterThan(1.3 * change(1));
  });

  it('keeps the notes of a chord within two milliseconds', () => {
    for (const loose of [3, 6, 10]) {
      const feel = feelOf(score, player('keys', loose));
      for (const beat of beats) {
        const chord = [0, 1, 2, 3].map(() => 1000 * feel.delay(beat));
        expect(Math.max(...chord) - Math.min(...chord)).toBeLessThanOrEqual(2.0001);
      }
    }
  });
});

describe('the touch of a player', () => {
  it('follows phrases of four bars: it grows to their last bar and eases off before the next', () => {
    const { touch } = feelOf(score, player('keys', 6));
    const bars = [0, 4, 8, 12].map((beat) => touch(beat));
    expect(bars).toEqual([...bars].sort((a, b) => a - b));
    expect(touch(12) - touch(0)).toBeGreaterThan(0.08);
    expect(touch(15.5)).toBeLessThan(touch(13));
    expect(touch(16)).toBeCloseTo(touch(0), 5);
  });
});
