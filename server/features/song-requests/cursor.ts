import { Problem } from 'contract/errors.ts';
import { z } from 'zod';

/** Where a page of the board's order ended: most votes first, then the oldest. */
export interface BoardPosition {
  votes: number;
  created_at: number;
  id: string;
}

const shape = z.tuple([
  z
    .int()
    .nonnegative()
    .max(2 ** 31 - 1),
  z.int().nonnegative(),
  z.uuid(),
]);

export function writeBoardPosition({ votes, created_at, id }: BoardPosition): string {
  return Buffer.from(JSON.stringify([votes, created_at, id])).toString('base64url');
}

/** @throws Problem `bad_cursor` for anything that `writeBoardPosition` did not write. */
export function readBoardPosition(text: string | undefined): BoardPosition | undefined {
  if (text === undefined) return undefined;
  try {
    const [votes, created_at, id] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { votes, created_at, id };
  } catch {
    throw new Problem('bad_cursor');
  }
}
