import { expect, it } from 'vitest';
import { countsFrom, reportPlay } from './plays.ts';

it.each([
  [1, 500],
  [45, 22_500],
  [59, 29_500],
  [60, 30_000],
  [61, 30_000],
  [3600, 30_000],
])('a play of a track of %i s counts from %i ms', (duration_seconds, milliseconds) => {
  expect(countsFrom(duration_seconds)).toBe(milliseconds);
});

const track_id = '6e7a14c2-0000-4000-8000-000000000000';

it.each([-1, 0.5, Number.NaN, Infinity, 86_400_001, '30000', null, undefined])(
  'played_ms %s is refused',
  (played_ms) => {
    expect(reportPlay.body.safeParse({ track_id, played_ms }).success).toBe(false);
  },
);

it.each([0, 30_000, 86_400_000])('played_ms %i is taken', (played_ms) => {
  expect(reportPlay.body.parse({ track_id, played_ms, user_id: 'somebody' })).toEqual({
    track_id,
    played_ms,
  });
});
