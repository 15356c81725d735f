import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const tokens = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

it.each([
  ['light', 0],
  ['dark', 1],
] as const)(
  'in %s, a seat that is not lit and a bar that is not played stand out from every surface',
  (_theme, index) => {
    for (const surface of ['ground', 'stage'])
      for (const part of ['rim', 'ember-ink'])
        expect(
          contrast(token(part, index), token(surface, index)),
          `${part} on ${surface}`,
        ).toBeGreaterThanOrEqual(3);
  },
);

/** Lightness, chroma and hue of a color in a theme. */
function token(name: string, theme: 0 | 1): number[] {
  const [, value] = tokens.match(new RegExp(`--color-${name}: (.*);`))!;
  return [...value!.matchAll(/oklch\(([\d. ]+)\)/g)][theme]![1]!.split(' ').map(Number);
}

/** WCAG 2's contrast ratio. */
function contrast(a: number[], b: number[]): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The relative luminance of an OKLCH color (https://bottosson.github.io/posts/oklab/). */
function luminance([lightness, chroma, hue]: number[]): number {
  const [a, b] = [Math.cos, Math.sin].map((part) => chroma! * part((hue! * Math.PI) / 180));
  const l = (lightness! + 0.3963377774 * a! + 0.2158037573 * b!) ** 3;
  const m = (lightness! - 0.1055613458 * a! - 0.0638541728 * b!) ** 3;
  const s = (lightness! - 0.0894841775 * a! - 1.291485548 * b!) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
