/** A world's colors: the family runs from hue `from` (deep) to `to` (bright); degrees, any turn. */
export type Colors = { from: number; to: number; ground: number; spark: number; chroma: number };

/** Every color a motif may use; `t` runs from 0 (deep) to 1 (bright). */
export type Palette = {
  ground: (t: number) => string;
  tone: (t: number) => string;
  spark: string;
  deepSpark: string;
  paper: string;
  ink: string;
};

/** Degrees of hue per step on the circle of fifths: wide enough to see, too narrow to leave the family. */
const FIFTH = 5;
const NOTES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Steps of a key such as 'F# minor' on the circle of fifths from C or A minor (-5 to 6), and its mode. */
export function placeOfKey(key: string): { fifths: number; minor: boolean } {
  const [, letter, accidental, rest] = /^\s*([A-Ga-g])([#♯b♭]?)(.*)$/s.exec(key) ?? [];
  if (!letter) return { fifths: 0, minor: false };
  const minor = /^m(?!aj)|min/i.test((rest ?? '').trim());
  const shift = accidental === '' ? 0 : accidental === '#' || accidental === '♯' ? 1 : -1;
  const note = NOTES[letter.toUpperCase()]! + shift + (minor ? 3 : 0);
  const fifths = (((note * 7) % 12) + 12) % 12;
  return { fifths: fifths > 6 ? fifths - 12 : fifths, minor };
}

/** The world's colors turned by the key and stretched by the sound's brightness (0 to 1). */
export function mixPalette(colors: Colors, key: string, brightness: number): Palette {
  const { fifths, minor } = placeOfKey(key);
  const turn = fifths * FIFTH;
  const dark = minor ? 0.045 : 0;
  const top = 0.83 + 0.1 * brightness - dark;
  const bottom = 0.3 - 0.05 * brightness - dark;
  // Yellow and cyan glow when light; red does so only when deeper, else it is pink.
  const redness = Math.max(0, Math.cos(((colors.spark + turn / 2 - 18) * Math.PI) / 180)) ** 2;
  const glow = 0.83 - 0.19 * redness;
  return {
    ground: (t) =>
      oklch(0.155 + 0.15 * t - dark * 0.7, (0.045 + 0.055 * t) * colors.chroma, colors.ground + turn),
    tone: (t) => {
      const x = Math.min(1, Math.max(0, t));
      // Chroma swells in the middle: deep tones stay inky, the brightest stay clean instead of neon.
      const chroma = (0.1 + 0.11 * Math.sin(Math.PI * Math.min(1, x * 0.9 + 0.08))) * colors.chroma;
      return oklch(bottom + (top - bottom) * x, chroma, colors.from + (colors.to - colors.from) * x + turn);
    },
    spark: oklch(glow + 0.05 * brightness - dark, 0.19, colors.spark + turn / 2),
    deepSpark: oklch(glow - 0.2 - dark, 0.16, colors.spark + turn / 2),
    paper: oklch(0.955 - dark * 0.6, 0.03 * colors.chroma, colors.to + turn),
    ink: oklch(0.135, 0.03 * colors.chroma, colors.ground + turn),
  };
}

/**
 * OKLCH to a six-digit sRGB hex, since the renderer (librsvg) does not read oklch().
 * A color outside sRGB keeps its lightness and hue and loses chroma. `hue` in degrees, any turn.
 * Matrices: Björn Ottosson, "A perceptual color space for image processing".
 */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const l = Math.min(1, Math.max(0, lightness));
  let low = 0;
  let high = Math.max(0, chroma);
  if (fits(linear(l, high, hue))) return hex(linear(l, high, hue));
  for (let step = 0; step < 14; step++) {
    const middle = (low + high) / 2;
    if (fits(linear(l, middle, hue))) low = middle;
    else high = middle;
  }
  return hex(linear(l, low, hue));
}

type Rgb = [number, number, number];

function linear(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function fits(rgb: Rgb): boolean {
  return rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

function hex(rgb: Rgb): string {
  const pairs = rgb.map((channel) => {
    const c = Math.min(1, Math.max(0, channel));
    const encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${pairs.join('')}`;
}
