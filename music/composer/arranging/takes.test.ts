import { describe, expect, it } from 'vitest';
import { composeSong } from '../generate.ts';
import { GENRES } from '../genres/table.ts';
import { lengthOf, type Score } from '../score.ts';
import { TAKES } from './form.ts';

/** Notes and hits per second. */
function density(score: Score): number {
  const events = score.parts.reduce((sum, p) => sum + ('notes' in p ? p.notes : p.hits).length, 0);
  return events / lengthOf(score);
}

describe('the three takes of a song', () => {
  const takes = (genre: string) =>
    TAKES.map((take) => composeSong({ genre, seed: 1, take, seconds: 90 }).score);

  it('opens take A with the hook, ends the build of take B with it, and thins out take C', () => {
    for (const genre of ['house:deep-house', 'rock:indie-rock', 'latin:bossa-nova']) {
      const [a, b, c] = takes(genre);
      expect(a!.sections.find(({ name }) => name !== 'intro')!.name).toBe('hook');
      const names = b!.sections.map(({ name }) => name);
      expect(names.indexOf('hook')).toBeGreaterThan(names.length / 2);
      expect(density(c!)).toBeLessThan(0.8 * density(a!));
    }
  });
});

describe('the table of genres', () => {
  it('gives no two genres of a parent the same band', () => {
    const bands = new Map<string, string>();
    for (const [genre, { closeness: _, ...row }] of GENRES) {
      const band = `${genre.split(':')[0]} ${JSON.stringify(row)}`;
      expect(bands.get(band), genre).toBeUndefined();
      bands.set(band, genre);
    }
  });
});

describe('an order', () => {
  const order = { genre: 'rock:indie-rock', seed: 4 };

  it.each([60, 90, 120, 180])('of %i seconds', (seconds) => {
    for (const take of TAKES)
      expect(Math.abs(lengthOf(composeSong({ ...order, take, seconds }).score) - seconds)).toBeLessThan(9);
  });

  it('does not let its title choose the music', () => {
    const parts = (title: string) => JSON.stringify(composeSong({ ...order, title }).score.parts);
    expect(parts('Ambient Waltz in D minor, 60 bpm')).toBe(parts('Loud'));
  });

  it('keeps a tempo and a key that its description states in every take', () => {
    for (const take of TAKES) {
      const { score } = composeSong({ ...order, take, description: 'at 140 bpm in F# minor' });
      expect([score.bpm, score.key]).toEqual([140, 'F# minor']);
    }
  });

  it('takes its mood from the words', () => {
    expect(composeSong({ ...order, description: 'a sad song' }).score.key).toMatch(/minor$/);
    expect(composeSong({ ...order, description: 'a happy song' }).score.key).toMatch(/major$/);
  });

  it('of an unknown genre is refused', () => {
    expect(() => composeSong({ genre: 'polkastep', seed: 1 })).toThrow(RangeError);
  });

  it('comes with a readable account', () => {
    const { account } = composeSong({ ...order, take: 'B' });
    expect(account.text).toContain('Take B builds slowly');
    expect(account.instruments).toContain('overdriven guitar');
    expect(account.form).toMatch(/^intro \d+, verse/);
    expect(account.version).toBeGreaterThan(0);
  });
});
