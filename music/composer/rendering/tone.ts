import { powerSpectrum } from '../../analysis/spectrum.ts';
import type { Sound } from '../score.ts';
import { type Biquad, biquad, filterSeries, filterStereo } from '../sound/filters.ts';
import { RATE } from '../sound/tables.ts';
import type { Stereo } from './stem.ts';

/** Limits of the moves of the two ends against the middle, of the lows, and of the air, dB. */
const MOST_TILT = 7;
const MOST_LOW = 10;
const MOST_AIR = 10;

/** Between two looks, samples; no part of a beat, or all would fall on the same stroke. */
const HOP = 9007;

/** Air that is left to the cymbals, dB. */
const CYMBALS = 1;

type Band = { hz: number; power: number };

/**
 * Colors the players as records of the genre are: a broad tilt, the lows below it, and the air above it, most of which
 * is left to the cymbals if they are still to come.
 * @param mix what is colored by what the first of its pairs of channels measures: the mix, and what it sends to the room.
 */
export function setTone(
  mix: readonly [Stereo, ...Stereo[]],
  { tilt, bass, air }: Sound,
  cymbals: boolean,
): void {
  const bands = bandsOf(mix[0].left);
  if (bands.length === 0) return;
  let [ends, low, top] = [0, 0, 0];
  // They depend on each other: a few rounds settle all three.
  for (let round = 0; round < 8; round++) {
    const heard = through(bands, filtersOf(ends, low, top));
    ends = bounded(ends + 2.1 * (tilt - slopeOf(heard, cymbals ? 5000 : 12_000)), MOST_TILT);
    low = bounded(low + 0.7 * (bass - levelOf(heard, 30, 120)), MOST_LOW);
    const wanted = air - (cymbals ? CYMBALS : 0) - levelOf(through(bands, filtersOf(ends, low, top)), 6000);
    top = bounded(top + wanted, MOST_AIR);
  }
  for (const { left, right } of mix) {
    const [one, two] = [filtersOf(ends, low, top), filtersOf(ends, low, top)];
    filterSeries(left, right, one[0], one[1]);
    filterStereo(left, right, one[2], two[2]);
    filterStereo(left, right, one[3], two[3]);
  }
}

const bounded = (x: number, most: number) => Math.max(-most, Math.min(most, x));

const filtersOf = (ends: number, low: number, top: number): [Biquad, Biquad, Biquad, Biquad] => [
  biquad('lowshelf', 200, 0.5, -ends),
  biquad('highshelf', 2400, 0.5, ends),
  biquad('lowshelf', 120, 0.7, low),
  biquad('highshelf', 6200, 0.6, top),
];

/** The spectrum's power in each hertz, by sixths of an octave; none of silence. */
export function bandsOf(x: Float32Array): Band[] {
  const spectrum = powerSpectrum(x, 0, x.length, 8192, HOP);
  const width = RATE / (2 * spectrum.length);
  const bands: Band[] = [];
  for (let hz = 30; hz < 18_000; hz *= 2 ** (1 / 6)) {
    const [from, to] = [Math.ceil(hz / 2 ** (1 / 12) / width), Math.ceil((hz * 2 ** (1 / 12)) / width)];
    let sum = 0;
    for (let i = from; i < to; i++) sum += spectrum[i]!;
    if (to > from) bands.push({ hz, power: sum / (to - from) });
  }
  return bands.every(({ power }) => power > 0) ? bands : [];
}

const through = (bands: readonly Band[], filters: readonly Biquad[]): Band[] =>
  bands.map(({ hz, power }) => ({ hz, power: filters.reduce((p, f) => p * gainAt(f, hz), power) }));

/** Power gain of a filter at a frequency. */
function gainAt({ b0, b1, b2, a1, a2 }: Biquad, hz: number): number {
  const w = (2 * Math.PI * hz) / RATE;
  const size = (c0: number, c1: number, c2: number) =>
    (c0 + c1 * Math.cos(w) + c2 * Math.cos(2 * w)) ** 2 + (c1 * Math.sin(w) + c2 * Math.sin(2 * w)) ** 2;
  return size(b0, b1, b2) / size(1, a1, a2);
}

/** The straight line through the bands from 60 Hz up to `highest`, dB an octave. */
export function slopeOf(bands: readonly Band[], highest = 12_000): number {
  const points = bands
    .filter(({ hz }) => hz > 59 && hz < highest)
    .map(({ hz, power }) => [Math.log2(hz), 10 * Math.log10(power)] as const);
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const rise = points.reduce((sum, [octave, dB]) => sum + (octave - x) * (dB - y), 0);
  return rise / points.reduce((sum, [octave]) => sum + (octave - x) ** 2, 0);
}

/** Power in a range against 500-2000 Hz, dB. */
function levelOf(bands: readonly Band[], from: number, to = 18_000): number {
  const power = (low: number, high: number) =>
    bands.reduce((sum, { hz, power }) => sum + (hz >= low && hz < high ? power * hz : 0), 1e-20);
  return 10 * Math.log10(power(from, to) / power(500, 2000));
}
