import { bandLevel, powerSpectrum } from '../../analysis/spectrum.ts';
import { RATE } from '../sound/tables.ts';

/** What the microphones above a kit hear: its fader decides how bright the record is. */
const CYMBALS =
  /^(hat|pedal|open|ride|bell|crash|swell|shaker|cabasa|sweep|tambourine|triangle|splash|china|maracas)$/;

export const isCymbal = (piece: string): boolean => CYMBALS.test(piece);
export const isShell = (piece: string): boolean => !CYMBALS.test(piece);

/** How far the fader of the overheads moves, and what it leaves as it is, dB. */
const REACH = 11;
const SLACK = 0.7;

/**
 * The gain of the overheads that brings the mix to its brightness (power above 6 kHz against 500-2000 Hz, dB): sparse
 * hats come forward and rolling ones step back, as an engineer would set them, and mastering has little left to correct.
 */
export function faderOf(
  mix: Float32Array,
  overheads: Float32Array,
  gain: number,
  brightness: number,
): number {
  const [band, above] = [powersOf(mix), powersOf(overheads)];
  const square = gain * gain;
  const now = (band.top + square * above.top) / (band.middle + square * above.middle);
  const [darkest, brightest] = [-SLACK, SLACK].map((dB) => 10 ** ((brightness + dB) / 10));
  const wanted = Math.max(darkest!, Math.min(brightest!, now));
  const missing = wanted * band.middle - band.top;
  const given = square * (above.top - wanted * above.middle);
  if (given <= 0) return 1;
  const least = 10 ** (-REACH / 10);
  return Math.sqrt(Math.max(least, Math.min(1 / least, missing / given)));
}

function powersOf(x: Float32Array): { top: number; middle: number } {
  const spectrum = powerSpectrum(x, 0, x.length, 2048, 4003);
  const power = (from: number, to: number) => 10 ** (bandLevel(spectrum, RATE, from, to) / 10);
  return { top: power(6000, 20_000), middle: power(500, 2000) };
}
