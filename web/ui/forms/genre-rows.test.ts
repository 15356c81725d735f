import { genres, isGenre } from 'contract/genres.ts';
import { expect, it } from 'vitest';
import { browseGenres, findByPrefix, genreWithParent, searchGenres } from './genre-rows.ts';

it('lists every parent, and the open one with its sub-genres', () => {
  expect(browseGenres(null)).toHaveLength(genres.length);
  const rows = browseGenres('jazz');
  expect(rows.filter(({ expanded }) => expanded).map(({ label }) => label)).toEqual(['Jazz']);
  const at = rows.findIndex(({ label }) => label === 'Jazz');
  expect(rows[at + 1]).toMatchObject({ label: 'Any Jazz', value: 'jazz', level: 2 });
  expect(rows[at + 2]).toMatchObject({ label: 'Bebop', value: 'jazz:bebop', level: 2 });
  expect(rows.every(({ value }) => value === undefined || isGenre(value))).toBe(true);
});

it.each([
  ['synthw', 'Synthwave'],
  ['hip hop', 'Hip-Hop / Rap'],
  ['NORTEN', 'Norteño'],
  ['rai', 'Raï'],
  ['r&b', 'R&B / Soul'],
  ['bosa nova', 'Bossa Nova'],
  ['synthwvae', 'Synthwave'],
  ['drum bas', 'Drum & Bass / Jungle'],
])('a search for "%s" finds %s first', (query, label) => {
  expect(searchGenres(query)[0]!.label).toBe(label);
});

it('a search result names its parent, and nonsense finds nothing', () => {
  expect(searchGenres('bossa')).toMatchObject([
    { label: 'Bossa Nova', value: 'latin:bossa-nova', within: 'Latin' },
  ]);
  expect(searchGenres('qqq')).toEqual([]);
});

it('type-ahead finds the next match and wraps around', () => {
  const rows = browseGenres(null);
  const label = (index: number) => rows[index]?.label;
  expect(label(findByPrefix(rows, 'la', 0))).toBe('Latin');
  expect(label(findByPrefix(rows, 'p', 0))).toBe('Pop');
  expect(label(findByPrefix(rows, 'p', 1))).toBe('Punk / Hardcore');
  expect(findByPrefix(rows, 'zz', 0)).toBe(-1);
});

it('names a stored genre with its parent', () => {
  expect(genreWithParent('electronic-dance:synthwave')).toBe('Synthwave (Electronic / Dance)');
  expect(genreWithParent('pop')).toBe('Pop');
});
