import { genres, isGenre } from 'contract/genres.ts';
import { expect, it } from 'vitest';
import { browsed, found, genreWithParent, typedAhead } from './genre-rows.ts';

it('lists every parent; the open one with itself and its sub-genres', () => {
  expect(browsed(null)).toHaveLength(genres.length);
  const rows = browsed('jazz');
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
])('a search for "%s" finds %s first', (query, label) => {
  expect(found(query)[0]!.label).toBe(label);
});

it('a search says where the found belongs, and finds nothing for nonsense', () => {
  expect(found('bossa')).toMatchObject([{ label: 'Bossa Nova', value: 'latin:bossa-nova', within: 'Latin' }]);
  expect(found('qqq')).toEqual([]);
});

it('typed letters lead on, and around the end', () => {
  const rows = browsed(null);
  const label = (index: number) => rows[index]?.label;
  expect(label(typedAhead(rows, 'la', 0))).toBe('Latin');
  expect(label(typedAhead(rows, 'p', 0))).toBe('Pop');
  expect(label(typedAhead(rows, 'p', 1))).toBe('Punk / Hardcore');
  expect(typedAhead(rows, 'zz', 0)).toBe(-1);
});

it('tells a stored genre with its parent', () => {
  expect(genreWithParent('electronic-dance:synthwave')).toBe('Synthwave (Electronic / Dance)');
  expect(genreWithParent('pop')).toBe('Pop');
});
