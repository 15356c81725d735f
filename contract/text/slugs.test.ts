import { expect, it } from 'vitest';
import { artistPath, genrePath, slugOf, trackPath } from './slugs.ts';

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

it('is one for artists whose names differ by case, accents or punctuation', () => {
  expect(artistPath('Sigur Rós')).toBe('/artists/sigur-ros');
  expect(['SIGUR ROS', ' sigur  rós', 'Sigur-Rós'].map(artistPath)).toEqual(
    Array(3).fill('/artists/sigur-ros'),
  );
  expect(artistPath('夜')).toBe('/artists/%E5%A4%9C');
});

it('of a genre is its stored value', () => {
  expect(genrePath('jazz:bebop')).toBe('/genres/jazz:bebop');
  expect(genrePath('latin:norteño')).toBe('/genres/latin:norte%C3%B1o');
});
