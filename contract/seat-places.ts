import { VOTE_GOAL } from './song-requests-constants.ts';

export interface SeatPlace {
  x: number;
  y: number;
  /** 0 is the row next to the stage. */
  row: number;
}

/**
 * The thirty seats around a stage at the origin, in the order in which votes light them: from the stage outwards, and
 * each row from its middle, left, right, left. Neighbors are pi apart in every row; y points down.
 */
export const seatPlaces: readonly SeatPlace[] = [0, 1, 2].flatMap((row) => {
  const count = 6 + 4 * row;
  const radius = 5 + 4 * row;
  return Array.from({ length: count }, (_, nth) => {
    const fromMiddle = Math.floor(nth / 2);
    const index = nth % 2 === 0 ? count / 2 - 1 - fromMiddle : count / 2 + fromMiddle;
    const angle = Math.PI * (1 - index / (count - 1));
    return { x: round(radius * Math.cos(angle)), y: round(-radius * Math.sin(angle)), row };
  });
});

if (seatPlaces.length !== VOTE_GOAL)
  throw new Error('The amphitheatre has a seat for each vote of the goal.');

function round(value: number): number {
  return Math.round(value * 1000) / 1000 || 0;
}
