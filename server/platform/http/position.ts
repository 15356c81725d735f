import { Problem } from 'contract/errors.ts';
import { z } from 'zod';

/** Where a page of a list ended that is sorted by time, then id. */
export interface Position {
  /** Epoch milliseconds. */
  at: number;
  id: string;
}

const shape = z.tuple([z.int().nonnegative(), z.uuid()]);

export function writePosition(last: Position): string {
  return Buffer.from(JSON.stringify([last.at, last.id])).toString('base64url');
}

/** @throws Problem `bad_cursor` for anything that `writePosition` did not write. */
export function readPosition(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined;
  try {
    const [at, id] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { at, id };
  } catch {
    throw new Problem('bad_cursor');
  }
}
