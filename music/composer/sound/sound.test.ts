import { describe, expect, it } from 'vitest';
import { powerSpectrum } from '../../analysis/spectrum.ts';
import { createRandom } from '../random.ts';
import { kitAcoustic, kitBrushes } from './drums.ts';
import { nylonGuitar, uprightBass } from './instruments.ts';
import { addRoom } from './room.ts';
import { RATE } from './tables.ts';
import { LONGEST_NOTE, type Voice } from './voice.ts';

const canvas = {
  left: new Float32Array(LONGEST_NOTE * RATE),
  right: new Float32Array(LONGEST_NOTE * RATE),
};

function play(voice: Voice, frequency: number, seconds: number): Float32Array {
  const samples = voice.sound({ frequency, seconds, velocity: 0.8, random: createRandom(7).unit }, canvas);
  return canvas.left.slice(0, samples);
}

/** Level of a partial, dB, looked for within 15 cents, in a window of 186 ms. */
function partial(x: Float32Array, hz: number, at: number): number {
  const [start, length] = [Math.round(at * RATE), 8192];
  let best = 0;
  for (let cents = -15; cents <= 15; cents += 1.5) {
    const w = (2 * Math.PI * hz * 2 ** (cents / 1200)) / RATE;
    let [re, im] = [0, 0];
    for (let i = 0; i < length; i++) {
      const value = (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length)) * (x[start + i] ?? 0);
      re += value * Math.cos(w * i);
      im += value * Math.sin(w * i);
    }
    best = Math.max(best, Math.hypot(re, im));
  }
  return 20 * Math.log10(best + 1e-12);
}

describe('a plucked string', () => {
  // A sampled upright's E2: its 8th partial lies 44 dB under the first, its 24th 72 dB, and 104 dB after 0.8 s.
  it.each([
    [8, 0.06, -44],
    [24, 0.06, -72],
    [24, 0.8, -104],
  ])('of the upright: partial %i at %f s is within 10 dB of a sampled one', (n, at, sampled) => {
    const x = play(uprightBass(), 82.4, 2.4);
    const first = Math.max(...[1, 2, 3].map((k) => partial(x, 82.4 * k, at)));
    expect(Math.abs(partial(x, 82.4 * n, at) - first - sampled)).toBeLessThan(10);
  });

  it('beats: its partials do not fall evenly', () => {
    const x = play(nylonGuitar(), 196, 2.4);
    const levels = Array.from({ length: 10 }, (_, i) => partial(x, 392, 0.15 + 0.15 * i));
    const slope = (levels.at(-1)! - levels[0]!) / 9;
    const bend = levels.map((level, i) => Math.abs(level - levels[0]! - slope * i));
    expect(Math.max(...bend)).toBeGreaterThan(0.7);
  });
});

describe('cymbals', () => {
  it.each([
    ['ride', kitAcoustic.ride!],
    ['bell', kitAcoustic.bell!],
    ['brushed ride', kitBrushes.ride!],
    ['crash', kitAcoustic.crash!],
  ])('%s: no line stands out of its spectrum as a tone', (_, piece) => {
    const out = new Float32Array(5 * RATE);
    piece.strike(out, 0.8, createRandom(3).unit);
    const spectrum = powerSpectrum(out, Math.round(0.15 * RATE), Math.round(0.9 * RATE), 4096, 1024);
    const from = Math.round((4000 * 4096) / RATE);
    const to = Math.round((9000 * 4096) / RATE);
    // Each bin against the mean of the 500 Hz around it.
    let highest = 0;
    for (let bin = from; bin < to; bin++) {
      const around = spectrum.slice(bin - 23, bin + 24);
      highest = Math.max(highest, spectrum[bin]! / (around.reduce((a, b) => a + b, 0) / around.length));
    }
    expect(10 * Math.log10(highest)).toBeLessThan(8);
  });
});

describe('the room', () => {
  // Abel & Huang 2006: the share of samples beyond one standard deviation, 1 for noise.
  it.each([1.1, 1.8, 2.6, 4])('of %f s is as dense as noise after 80 ms', (seconds) => {
    const create = () => new Float32Array(RATE);
    const [left, right, sends] = [create(), create(), { left: create(), right: create() }];
    sends.left[0] = 1;
    sends.right[0] = 1;
    addRoom(left, right, sends, { seconds, damping: 0.45, level: 0.6 });
    const density = (x: Float32Array) => {
      const window = x.subarray(Math.round(0.0675 * RATE), Math.round(0.0925 * RATE));
      const deviation = Math.sqrt(window.reduce((sum, v) => sum + v * v, 0) / window.length);
      return window.filter((v) => Math.abs(v) > deviation).length / window.length / 0.3173;
    };
    expect((density(left) + density(right)) / 2).toBeGreaterThan(0.9);
  });
});
