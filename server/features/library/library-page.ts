import type { LibrarySort } from 'contract/library-constants.ts';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { type Order, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { termsOf } from '../tracks/tracks.ts';
import { type LibraryRow, selectLibrary } from './library-queries.ts';
import { countSaved } from './queries.ts';

// PostgreSQL refuses NUL and lone surrogates.
const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed());
const whole = z.int().nonnegative().max(Number.MAX_SAFE_INTEGER);
/** The sort keys of each order, see `sortKeys`. */
const sortShapes: Record<LibrarySort, z.ZodType<(string | number)[]>> = {
  recent: z.tuple([z.literal('recent'), whole, z.uuid()]),
  title: z.tuple([z.literal('title'), text, z.uuid()]),
  artist: z.tuple([z.literal('artist'), text, text, z.uuid()]),
  duration: z.tuple([z.literal('duration'), whole.max(2 ** 31 - 1), text, z.uuid()]),
};

function libraryOrder(sort: LibrarySort): Order<LibraryRow, (string | number)[]> {
  return { keys: sortShapes[sort], keysOf: ({ keys, saved_track_id }) => [sort, ...keys, saved_track_id] };
}

/** A page of the library: saved tracks with everything about them. */
export async function listLibrary(
  c: Context,
  user_id: string,
  { q, sort, ...query }: PageQuery & { q?: string | undefined; sort: LibrarySort },
) {
  const now = c.clock();
  const terms = termsOf(q);
  return paginate(
    query,
    libraryOrder(sort),
    ({ after, limit }) =>
      selectLibrary(c.db, c.engine, now, user_id, { terms, sort, after: after?.slice(1), limit }),
    () => countSaved(c.db, c.engine, now, user_id, { terms }),
  );
}
