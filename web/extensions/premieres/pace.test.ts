import { describe, expect, it } from 'vitest';
import { offsetOf } from './clock.ts';
import { correct, MOST_RATE, type Moves, noMoves } from './pace.ts';

describe('the clock', () => {
  it('takes the sample with the shortest round trip, at its middle', () => {
    const samples = [
      { sent: 1000, received: 1900, server: 1_000_001_200 },
      { sent: 2000, received: 2040, server: 1_000_002_120 },
      { sent: 3000, received: 3300, server: 1_000_003_290 },
    ];
    expect(offsetOf(samples)).toBe(1_000_002_120 - 2020);
  });

  it('is right within half of what the two ways differ by, and exact when they are alike', () => {
    for (const [there, back] of [
      [300, 300],
      [75, 75],
      [10, 50],
    ] as const) {
      const sent = 5000;
      const at = sent + there;
      const offset = offsetOf([{ sent, received: at + back, server: at + 77 }]);
      expect(Math.abs(offset - 77)).toBe(Math.abs(there - back) / 2);
    }
  });
});

/** A browser that plays on after a move `late` seconds too late, on a device whose clock runs `skew` too fast. */
function simulate(
  { drift, late, skew = 0 }: { drift: number; late: number; skew?: number },
  seconds: number,
) {
  let moves: Moves = noMoves;
  let rate = 1;
  const drifts: number[] = [];
  let seeks = 0;
  for (let now = 0; now < seconds * 1000; now += 250) {
    const [correction, known] = correct(drift, moves, now);
    moves = known;
    if (correction) rate = correction.rate;
    if (correction?.at !== undefined) {
      drift = correction.at - late;
      seeks++;
    }
    expect(Math.abs(rate - 1)).toBeLessThanOrEqual(MOST_RATE + 1e-9);
    drift += 0.25 * (rate - 1 + skew);
    drifts.push(drift);
  }
  return { drift, drifts, seeks };
}

describe('the pace', () => {
  it.each([0.02, -0.05, 0.14, -0.14])('mends %f s by the speed alone', (drift) => {
    const mended = simulate({ drift, late: 0.1 }, 15);
    expect(mended.seeks).toBe(0);
    expect(Math.abs(mended.drift)).toBeLessThan(0.02);
  });

  it.each([-30, 5, -0.4])(
    'moves a song that is %f s away, once or twice, and learns how late that comes',
    (drift) => {
      for (const late of [0, 0.06, 0.25, 0.5]) {
        const mended = simulate({ drift, late }, 15);
        expect(mended.seeks).toBeLessThanOrEqual(3);
        expect(Math.abs(mended.drift)).toBeLessThan(0.03);
      }
    },
  );

  it('keeps step with a sound card that runs a little off', () => {
    for (const skew of [0.0005, -0.001]) {
      const { drifts, seeks } = simulate({ drift: 0, late: 0, skew }, 180);
      expect(seeks).toBe(0);
      expect(Math.max(...drifts.map(Math.abs))).toBeLessThan(0.02);
    }
  });

  it('does not move a song again and again where that never helps', () => {
    let moves = noMoves;
    let count = 0;
    for (let now = 0; now < 180_000; now += 250) {
      const [correction, known] = correct(-3, moves, now);
      moves = known;
      if (correction?.at !== undefined) count++;
    }
    expect(count).toBeLessThan(12);
  });
});
