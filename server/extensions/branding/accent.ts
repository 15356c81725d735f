import { oklch } from 'music/composer/cover/palette.ts';

/** The colors that follow from an accent, as hex codes. */
export interface Accent {
  /** The accent itself, and a deeper neighbor: the two ends of what is filled with it. */
  ember: string;
  deep: string;
  /** Text on them. */
  onEmber: string;
  /** The accent as text, on light and on dark grounds. */
  inkOnLight: string;
  inkOnDark: string;
}

/** Lightness, chroma and hue of the surfaces in `web/tokens.css`: ground, stage and raised. */
export const SURFACES = {
  light: [
    [0.975, 0.008, 75],
    [0.995, 0.004, 75],
    [0.955, 0.012, 72],
  ],
  dark: [
    [0.155, 0.008, 55],
    [0.19, 0.01, 55],
    [0.23, 0.012, 55],
  ],
} as const;

const surfaces = {
  light: SURFACES.light.map(([l, c, h]) => oklch(l, c, h)),
  dark: SURFACES.dark.map(([l, c, h]) => oklch(l, c, h)),
};

/** WCAG 2's ratio for text, and what a filled button needs to stand out by; its text makes it known, too. */
const TEXT = 4.5;
const FILL = 2;

/** Steps in which a color becomes lighter or darker. */
const STEP = 0.01;

/**
 * Derives the colors of pages from an accent.
 * @param hex six digits.
 * @returns a sentence for the operator, with a near color, if it cannot be seen on light or on dark pages, or if no text
 *   can be read on it.
 */
export function readAccent(hex: string): Accent | string {
  const accent = derive(hex);
  if (accent) return accent;
  const [lightness, chroma, hue] = toOklch(hex);
  for (let step = STEP; step < 1; step += STEP)
    for (const near of [lightness - step, lightness + step].filter((one) => one > 0 && one < 1)) {
      const color = oklch(near, chroma, hue);
      if (derive(color))
        return `SITE_ACCENT ${hex} ${faultOf(hex)}. The nearest color that fits is ${color}.`;
    }
  return `SITE_ACCENT ${hex} cannot be read.`;
}

function faultOf(hex: string): string {
  const grounds = (['light', 'dark'] as const).filter((theme) => worst(hex, surfaces[theme]) < FILL);
  return grounds[0]
    ? `is too close to the background of ${grounds[0]} pages`
    : 'is too dark for dark text and too light for light text';
}

function derive(hex: string): Accent | undefined {
  if (worst(hex, surfaces.light) < FILL || worst(hex, surfaces.dark) < FILL) return undefined;
  const [lightness, chroma, hue] = toOklch(hex);
  const inks = [oklch(0.17, 0.03, hue), oklch(0.99, 0.01, hue)];
  // Some colors leave no room between their text and a deeper neighbor.
  for (const shift of [0.08, 0.05, 0.02, 0]) {
    const deep = shift === 0 ? hex : oklch(lightness - shift, chroma * 1.18, hue - 250 * shift);
    const onEmber = inks.find((ink) => worst(ink, [hex, deep]) >= TEXT);
    if (onEmber)
      return {
        ember: hex,
        deep,
        onEmber,
        inkOnLight: readable(hex, surfaces.light, -STEP),
        inkOnDark: readable(hex, surfaces.dark, STEP),
      };
  }
  return undefined;
}

/** The color, as much lighter or darker as text on these surfaces needs. */
function readable(hex: string, on: readonly string[], step: number): string {
  const [lightness, chroma, hue] = toOklch(hex);
  let color = hex;
  for (let now = lightness; worst(color, on) < TEXT && now > 0 && now < 1; now += step)
    color = oklch(now, chroma, hue);
  return color;
}

const worst = (color: string, others: readonly string[]) =>
  Math.min(...others.map((other) => contrast(color, other)));

/** WCAG 2's contrast ratio of two hex codes. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [a, b].map(luminance).toSorted((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

const linear = (hex: string) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Lightness, chroma and hue in degrees (https://bottosson.github.io/posts/oklab/). */
function toOklch(hex: string): [number, number, number] {
  const [red, green, blue] = linear(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}
