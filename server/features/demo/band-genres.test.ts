import { genres } from 'contract/genres.ts';
import { GENRES } from 'music/composer/genres/table.ts';
import { expect, it } from 'vitest';

it('the house band has a row for every genre of the picker, and no other', () => {
  const values = genres.flatMap(({ value, subs }) => [value, ...subs.map((sub) => sub.value)]);
  expect(values.filter((value) => !GENRES.has(value))).toEqual([]);
  expect([...GENRES.keys()].filter((value) => !values.includes(value))).toEqual([]);
});
