import { oklch } from './color.ts';

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

/** Where a key such as 'F# minor' stands: steps on the circle of fifths from C or A minor (-5 to 6), and its mode. */
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
