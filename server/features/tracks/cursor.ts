import { Problem } from 'contract/errors.ts';
import { z } from 'zod';

/** Where a page of tracks ended: the sort values of its last row. */
export interface TrackCursor {
  /** 0 exact, 1 prefix, 2 anywhere; always 2 without a search. */
  tier: number;
  popularity: number;
  created_at: number;
  id: string;
}

const shape = z.tuple([z.int().min(0).max(2), z.number(), z.int().nonnegative(), z.uuid()]);

export function writeCursor(last: TrackCursor): string {
  return Buffer.from(JSON.stringify([last.tier, last.popularity, last.created_at, last.id])).toString(
    'base64url',
  );
}

/** @throws Problem `bad_cursor` for anything that `writeCursor` did not write. */
export function readCursor(text: string): TrackCursor {
  try {
    const [tier, popularity, created_at, id] = shape.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return { tier, popularity, created_at, id };
  } catch {
    throw new Problem('bad_cursor');
  }
}
