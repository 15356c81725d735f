import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { indexedGroups, type Kind, type SearchContext, type Wanted } from '../../platform/search/search.ts';
import { isLive, liveTracks, momentOf, tracksNamed } from './queries.ts';

/** Rows that are read from the index, of exact names, and of popular tracks. */
const MAX = { found: 300, named: 60, popular: 100 };

export interface TrackCandidate {
  seq: number;
  id: string;
  search_text: string;
  artist_slug: string;
  release_date: string;
  popularity: number;
  created_at: number;
}

/** Live tracks, as a search finds them. */
export const trackKind = (c: SearchContext): Kind<TrackCandidate> => ({
  candidates: (wanted) => findCandidates(c, wanted),
  idOf: ({ id }) => id,
  nameOf: ({ search_text }) => search_text,
  tieBreak: (a, b) => b.popularity - a.popularity || b.created_at - a.created_at || (a.id < b.id ? 1 : -1),
});

/** The folded name of the artist. */
export const artistName = ({ search_text }: TrackCandidate) => search_text.split('\n')[1] ?? '';

/** If there are many that may match, exact names and popular tracks are among them. */
async function findCandidates(c: SearchContext, { phrase, alternatives }: Wanted): Promise<TrackCandidate[]> {
  const indexed = alternatives.map(indexedGroups);
  const isIndexed = indexed.every((groups) => groups.length > 0);
  const found = isIndexed ? await selectCandidates(c, c.engine.tracksContaining(indexed, MAX.found)) : [];
  const isComplete = isIndexed && found.length < MAX.found;
  const all = isComplete ? found : [...found, ...(await findBest(c, phrase, alternatives))];
  return all.filter((row) => row.is_live);
}

/** The tracks with exactly this name, and the most popular ones that match. */
async function findBest(c: SearchContext, phrase: string, alternatives: string[][][]) {
  const popular = c.engine.listParameter(await popularMatches(c, alternatives));
  const isPopular = c.engine.isAnyIn('track.seq', popular, 'bigint');
  // Sent together, since a message to SQLite's reading thread costs as much as a short statement.
  const found = await Promise.all([
    selectCandidates(c, tracksNamed(c.engine, phrase, MAX.named)),
    selectCandidates(c, sql`(select seq from track where ${isPopular})`),
  ]);
  return found.flat();
}

async function popularMatches(c: SearchContext, alternatives: string[][][]) {
  const seqs: number[] = [];
  for (const { seq, search_text } of await popularNames(c)) {
    const hasEvery = (groups: string[][]) =>
      groups.every((group) => group.some((term) => search_text.includes(term)));
    if (alternatives.some(hasEvery)) seqs.push(seq);
    if (seqs.length === MAX.popular) break;
  }
  return seqs;
}

async function selectCandidates({ db, engine, clock }: SearchContext, found: RawBuilder<{ seq: number }>) {
  const { rows } = await sql<TrackCandidate & { is_live: number | boolean }>`
    select track.id, track.seq, track.search_text, track.artist_slug, track.release_date, track.popularity,
      track.created_at, ${isLive(momentOf(clock()))} as is_live
    from ${found} as found cross join track where track.seq = found.seq`.execute(engine.indexReads(db));
  return rows;
}

/** A track's `seq` and search text. */
interface Name {
  seq: number;
  search_text: string;
}

const MAX_NAMES = 4000;
/** Lifetime of cached names, ms. */
const MAX_AGE = 60_000;

const stored = new WeakMap<Db, { at: number; names: Promise<Name[]> }>();

/** The names of the most popular tracks, read once a minute: a search for one letter looks only among them. */
function popularNames(c: Pick<Context, 'db' | 'engine' | 'clock'>): Promise<Name[]> {
  const now = c.clock();
  const db = c.engine.longReads(c.db);
  const last = stored.get(db);
  if (last && Math.abs(now - last.at) < MAX_AGE) return last.names;
  const names = readNames(db, now);
  stored.set(db, { at: now, names });
  names.catch(() => stored.delete(db));
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
