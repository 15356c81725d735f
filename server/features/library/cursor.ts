import { Problem } from 'contract/errors.ts';
import type { LibrarySort } from 'contract/library-constants.ts';
import { z } from 'zod';

/** Where a page of the library ended: what its last row is sorted by, and its link. */
export interface LibraryCursor {
  keys: (string | number)[];
  id: string;
}

// As the queries sort: see `sortKeys`. NUL and lone surrogates would be refused by PostgreSQL.
const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed());
const whole = z.int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const shapes = {
  recent: z.tuple([z.literal('recent'), whole, z.uuid()]),
  title: z.tuple([z.literal('title'), text, z.uuid()]),
  artist: z.tuple([z.literal('artist'), text, text, z.uuid()]),
  duration: z.tuple([z.literal('duration'), whole.max(2 ** 31 - 1), text, z.uuid()]),
};

export function writeLibraryCursor(sort: LibrarySort, { keys, id }: LibraryCursor): string {
  return Buffer.from(JSON.stringify([sort, ...keys, id])).toString('base64url');
}

/** @throws Problem `bad_cursor` for anything that `writeLibraryCursor` did not write for this order. */
export function readLibraryCursor(sort: LibrarySort, cursor: string): LibraryCursor {
  try {
    const [, ...rest] = shapes[sort].parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { keys: rest.slice(0, -1), id: rest.at(-1) as string };
  } catch {
    throw new Problem('bad_cursor');
  }
}
