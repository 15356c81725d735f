import { expect, it } from 'vitest';
import { genreLabel, genreOf, genres, isGenre, quickPicks } from './genres.ts';

it('has the parents of §2, each with at least 8 sub-genres', () => {
  expect(genres).toHaveLength(32);
  for (const { subs } of genres) expect(subs.length).toBeGreaterThanOrEqual(8);
});

it('makes slugs as `decisions.md` 5 says, each value once', () => {
  const values = genres.flatMap(({ value, subs }) => [value, ...subs.map((sub) => sub.value)]);
  for (const value of [
    'pop',
    'hip-hop-rap',
    'r-and-b-soul',
    'electronic-dance',
    'electronic-dance:synthwave',
  ])
    expect(values).toContain(value);
  expect(new Set(values).size).toBe(values.length);
  for (const value of values) expect(value).toMatch(/^[\p{Ll}-]+(:[\p{Ll}-]+)?$/u);
});

it('finds a genre by its value alone', () => {
  expect(genreOf('pop')?.label).toBe('Pop');
  expect(genreLabel('electronic-dance:synthwave')).toBe('Synthwave');
  expect(genreLabel('polka')).toBe('polka');
  for (const value of ['', 'Pop', 'pop:', 'pop:trap', ':pop', 'pop:hyperpop:x', '__proto__'])
    expect(isGenre(value)).toBe(false);
});

it('picks the six styles of §2', () => {
  expect(quickPicks.map(({ label }) => label)).toEqual([
    'Synthwave',
    'Trap',
    'Indie Rock',
    'Hyperpop',
    'Neo-Soul',
    'Vaporwave',
  ]);
});
