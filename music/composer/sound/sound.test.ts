import { describe, expect, it } from 'vitest';
import { addRoom } from './room.ts';
import { RATE } from './tables.ts';

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
