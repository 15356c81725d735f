import { expect, it } from 'vitest';
import { mainHue } from './cover-hue.ts';

const picture = (...pixels: [red: number, green: number, blue: number][]) =>
  pixels.flatMap((pixel) => [...pixel, 255]);

it.each([
  ['red', [255, 0, 0], 29],
  ['green', [0, 128, 0], 142],
  ['blue', [0, 0, 255], 264],
] as const)('%s has its hue in OKLCH', (_, [red, green, blue], hue) => {
  expect(mainHue(picture([red, green, blue]))).toBe(hue);
});

it('colorful pixels outweigh more numerous gray and pale ones', () => {
  const pale: [number, number, number][] = [
    [200, 200, 200],
    [20, 20, 20],
    [240, 235, 225],
  ];
  expect(mainHue(picture(...pale, ...pale, [0, 0, 255]))).toBe(264);
});

it('a gray picture and an empty one have none', () => {
  expect(mainHue(picture([0, 0, 0], [128, 128, 128], [255, 255, 255]))).toBeNull();
  expect(mainHue([])).toBeNull();
});
