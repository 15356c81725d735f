import { expect, it, vi } from 'vitest';
import { soundClock } from './sound-clock.ts';

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
