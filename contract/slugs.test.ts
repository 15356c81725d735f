import { expect, it } from 'vitest';
import { slugOf, trackPath } from './slugs.ts';

it.each([
  ["I'll Carry the Water", 'ill-carry-the-water'],
  ['  Café & Crème!! ', 'cafe-and-creme'],
  ['BEYONCÉ', 'beyonce'],
  ['Тихий Дон', 'тихии-дон'],
  ['夜に駆ける', '夜に駆ける'],
  ['हिन्दी गीत', 'हिन्दी-गीत'],
  ['한국 노래', '한국-노래'],
  ['!!!', 'u21-u21-u21'],
  ['🎷', 'u1f3b7'],
  ['a/../b?c#d', 'a-b-c-d'],
])('%s becomes %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it('has at most 80 letters', () => {
  expect(slugOf('ab '.repeat(200)).length).toBeLessThanOrEqual(80);
});

it('is encoded in the address of a track', () => {
  expect(trackPath({ id: '1', title: '夜' })).toBe('/tracks/1/%E5%A4%9C');
});
