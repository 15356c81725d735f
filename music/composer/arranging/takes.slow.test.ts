import { describe, expect, it } from 'vitest';
import { compareTakes } from '../../testing/compare.ts';
import { composeSong } from '../generate.ts';
import { GENRES } from '../genres/table.ts';
import { lengthOf, type Score } from '../score.ts';
import { TAKES } from './form.ts';

const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

describe('the three takes of a song, in every genre', () => {
  const takes = (genre: string, seed: number) =>
    TAKES.map((take) => composeSong({ genre, seed, take, seconds: 90 }).score);

  // Neighbors in the table share a world, so that every world is heard with many seeds.
  it.each([...GENRES.keys()].map((genre, i) => [genre, 1 + (i % 13)] as const))(
    '%s, seed %i',
    (genre, seed) => {
      const scores = takes(genre, seed);
      expectContrast(scores);
      for (const score of scores) expect(Math.abs(lengthOf(score) - 90)).toBeLessThan(9);
    },
  );

  it('differ for other seeds where they are most alike: small bands that play standards', () => {
    for (const genre of ['jazz:cool-jazz', 'jazz:vocal-jazz', 'jazz:piano-trio'])
      for (const seed of [5, 11, 21, 22, 23, 24]) expectContrast(takes(genre, seed));
  });

  function expectContrast(scores: readonly Score[]) {
    for (const [a, b] of PAIRS) {
      const difference = compareTakes(scores[a]!, scores[b]!);
      expect(difference.tempo, 'tempo').toBeGreaterThanOrEqual(0.06);
      expect(difference.key, 'key').toBeGreaterThanOrEqual(3);
      expect(difference.drums, 'drums').toBeLessThan(0.6);
      expect(difference.entries, 'entries').toBeGreaterThanOrEqual(0.3);
      expect(difference.leads[0], 'lead').not.toBe(difference.leads[1]);
    }
  }
});
