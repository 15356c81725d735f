import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { liveTracks, momentOf } from './queries.ts';

/** A track's `seq` and search text. */
interface Name {
  seq: number;
  search_text: string;
}

const MAX_NAMES = 4000;
/** How long the names are used, ms. */
const MAX_AGE = 60_000;

const stored = new WeakMap<Db, { at: number; names: Promise<Name[]> }>();

/** The names of the most popular tracks, read once a minute: a search for one letter looks only among them. */
export function popularNames(c: Pick<Context, 'db' | 'engine' | 'clock'>): Promise<Name[]> {
  const now = c.clock();
  const last = stored.get(c.db);
  if (last && Math.abs(now - last.at) < MAX_AGE) return last.names;
  const names = readNames(c.engine.longReads(c.db), now);
  stored.set(c.db, { at: now, names });
  names.catch(() => stored.delete(c.db));
  return names;
}

const readNames = (db: Db, now: number): Promise<Name[]> =>
  liveTracks(db, momentOf(now))
    .select(['track.seq', 'track.search_text'])
    .orderBy('track.popularity', 'desc')
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc')
    .limit(MAX_NAMES)
    .execute();
