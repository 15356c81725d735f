import { genres } from 'contract/genres.ts';
import { GENRES } from 'music/composer/genres/table.ts';
import { expect, it } from 'vitest';
import { pieces } from './pieces.ts';

it('the house band has a row for every genre of the picker, and no other', () => {
  const values = genres.flatMap(({ value, subs }) => [value, ...subs.map((sub) => sub.value)]);
  expect(values.filter((value) => !GENRES.has(value))).toEqual([]);
  expect([...GENRES.keys()].filter((value) => !values.includes(value))).toEqual([]);
});

it('the demo catalogue has 24 different pieces in at least 20 parent genres, in all three takes', () => {
  expect(pieces).toHaveLength(24);
  expect(new Set(pieces.map(({ id }) => id)).size).toBe(24);
  expect(pieces.filter(({ genre }) => !GENRES.has(genre))).toEqual([]);
  expect(new Set(pieces.map(({ genre }) => genre.split(':')[0])).size).toBeGreaterThanOrEqual(20);
  expect(new Set(pieces.map(({ take }) => take)).size).toBe(3);
  const artists = Map.groupBy(pieces, ({ artist }) => artist);
  for (const [artist, songs] of artists) expect(songs.length, artist).toBeGreaterThanOrEqual(3);
});
