import { expect, it, vi } from 'vitest';
import { equalPower, latencyMeter, normalizationGain, planOverlap, soundClock } from './overlap.ts';

const LATENCY = 0.04;
const plan = (crossfade: number, gapless: boolean, ...lengths: [number, number]) =>
  planOverlap({ crossfade, gapless }, lengths, LATENCY);

it('without a crossfade, the next song starts early by its latency and a little more', () => {
  expect(plan(0, true, 60, 60)).toEqual({ lead: LATENCY + 0.015, fade: 0 });
  expect(plan(0, false, 60, 60)).toBeNull();
});

it('a crossfade takes at most half of the shorter song', () => {
  expect(plan(6, true, 60, 60)).toEqual({ lead: 6.04, fade: 6 });
  expect(plan(12, false, 60, 16)).toEqual({ lead: 8.04, fade: 8 });
  expect(plan(12, false, 5, 60)?.fade).toBe(2.5);
});

it('the power of both songs together stays the same', () => {
  for (let share = 0; share <= 1; share += 0.05) {
    const [out, into] = equalPower(share);
    expect(out ** 2 + into ** 2).toBeCloseTo(1);
  }
  expect(equalPower(0)).toEqual([1, 0]);
  expect(equalPower(1)[1]).toBe(1);
  expect(equalPower(3)).toEqual(equalPower(1));
});

it('learns the latency of a browser, but no impossible one', () => {
  const { latency, learn } = latencyMeter();
  learn(-0.02);
  expect(latency()).toBe(0.08);
  for (let times = 0; times < 8; times++) learn(0.12);
  expect(latency()).toBeCloseTo(0.12, 2);
  learn(30);
  expect(latency()).toBeCloseTo(0.12, 2);
  for (let times = 0; times < 12; times++) learn(-1);
  expect(latency()).toBeCloseTo(0, 2);
});

it('follows a sound between reports that come late, until the sound jumps', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const clock = soundClock();
  expect(clock.position(5)).toBe(5);
  vi.advanceTimersByTime(1000);
  clock.report(1);
  vi.advanceTimersByTime(250);
  clock.report(1.2);
  expect(clock.position(1.2)).toBeCloseTo(1.25);
  clock.reset();
  clock.report(40);
  vi.advanceTimersByTime(100);
  expect(clock.position(40)).toBeCloseTo(40.1);
  vi.useRealTimers();
});

it.each([
  [-14, 1],
  [-20, 1],
  [-8, 0.501],
  [-4, 0.316],
  [0, 0.2],
  [null, 1],
])('a track of %s LUFS plays at %s of the volume', (loudness, factor) =>
  expect(normalizationGain(loudness)).toBeCloseTo(factor, 3),
);

it('brings any two loud tracks to the same loudness', () => {
  const playedLoudness = (loudness: number) => loudness + 20 * Math.log10(normalizationGain(loudness));
  expect(playedLoudness(-6)).toBeCloseTo(playedLoudness(-11), 6);
});
