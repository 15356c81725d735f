import { expect, it } from 'vitest';
import { seatPlaces } from './features/song-requests-constants.ts';

it('lights thirty seats from the stage outwards, each row from its middle, left before right', () => {
  expect(seatPlaces.map(({ row }) => row)).toEqual([
    ...Array(6).fill(0),
    ...Array(10).fill(1),
    ...Array(14).fill(2),
  ]);
  const [first, second] = [seatPlaces[6]!, seatPlaces[7]!];
  expect(first.x).toBeLessThan(0);
  expect(second.x).toBe(-first.x);
  expect(second.y).toBe(first.y);
  expect(seatPlaces.at(-1)).toEqual({ x: 13, y: 0, row: 2 });
});

it('leaves room between neighbors', () => {
  for (const [i, a] of seatPlaces.entries())
    for (const b of seatPlaces.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(2.9);
});
