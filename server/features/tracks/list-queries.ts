import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import { columns, escapeLike, liveTracks, liveTracksAmong, momentOf, searchTextLike } from './queries.ts';

/** Tracks that a search found, unordered. */
export interface Matches {
  /** The folded search text. */
  phrase: string;
  /** `track.seq` of the tracks that contain every indexed term. */
  seqs: number[];
  /** Terms too short for the index, which the rows must contain too. */
  shortTerms: string[];
}

/** The sort keys of a page. The tier of a match is 0 for exact, 1 for prefix, 2 for anywhere or without a search. */
export type TrackKeys = [tier: number, popularity: number, created_at: number, id: string];

export interface TrackPage {
  sort: 'popular' | 'newest';
  genre: string | undefined;
  /** Undefined without a search. */
  matches: Matches | undefined;
  limit: number;
  after: TrackKeys | undefined;
}

export type TrackRow = Awaited<ReturnType<typeof selectPage>>[number];

/** One page of live tracks. In a search, exact and prefix matches come first. */
export function selectPage(db: Db, engine: Engine, now: number, page: TrackPage) {
  const { sort, genre, matches, limit, after } = page;
  const tier = matches ? tierOf(matches.phrase) : sql<number>`2`;
  const tracks = matches ? among(liveTracksAmong(db, now), engine, matches) : liveTracks(db, now);
  let query = ofGenre(tracks, genre, matches !== undefined)
    .select(columns)
    .select(tier.as('tier'));
  if (matches) query = query.orderBy('tier');
  if (sort === 'popular') query = query.orderBy('track.popularity', 'desc');
  query = query.orderBy('track.created_at', 'desc').orderBy('track.id', 'desc').limit(limit);
  if (after) query = query.where(isAfter(sort, matches && tier, after));
  return query.execute();
}

function isAfter(
  sort: TrackPage['sort'],
  tier: RawBuilder<number> | undefined,
  [lastTier, popularity, created_at, id]: TrackKeys,
): RawBuilder<boolean> {
  const later =
    sort === 'popular'
      ? sql<boolean>`(track.popularity, track.created_at, track.id) < (${popularity}, ${created_at}, ${id})`
      : sql<boolean>`(track.created_at, track.id) < (${created_at}, ${id})`;
  return tier ? sql<boolean>`(${tier} > ${lastTier} or (${tier} = ${lastTier} and ${later}))` : later;
}

/** Counts the live tracks that a search found, optionally of a genre. */
export async function countMatches(
  db: Db,
  engine: Engine,
  now: number,
  matches: Matches,
  genre: string | undefined,
): Promise<number> {
  const row = await ofGenre(among(liveTracksAmong(db, now), engine, matches), genre, true)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Counts live tracks, optionally of a genre: the stored counts minus the tracks that are not released yet. */
export async function countTracks(db: Db, now: number, genre: string | undefined): Promise<number> {
  const isOfGenre = (column: 'genre_count.genre' | 'track.genre') =>
    genre === undefined
      ? sql<boolean>`1 = 1`
      : sql<boolean>`(${sql.ref(column)} = ${genre} or ${sql.ref(column)} like ${`${escapeLike(genre)}:%`} escape '\\')`;
  const row = await db
    .selectFrom('genre_count')
    .where(isOfGenre('genre_count.genre'))
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('tracks'), sql<number>`0`).as('tracks'),
      ({ selectFrom }) =>
        selectFrom('track')
          .where('track.is_deleted', '=', 0)
          .where('track.release_date', '>', momentOf(now))
          .where(isOfGenre('track.genre'))
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .as('scheduled'),
    ])
    .executeTakeFirstOrThrow();
  return Number(row.tracks) - Number(row.scheduled);
}

/** Returns `track.seq` of those among the `scanned` most popular live tracks that contain all terms. */
export async function selectPopularMatches(
  db: Db,
  now: number,
  terms: string[],
  genre: string | undefined,
  scanned: number,
): Promise<number[]> {
  const popular = ofGenre(liveTracks(db, now), genre, false)
    .select(['track.seq', 'track.search_text'])
    .orderBy('track.popularity', 'desc')
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc')
    .limit(scanned);
  let query = db.selectFrom(popular.as('track')).select('track.seq');
  for (const term of terms) query = query.where(searchTextLike(`%${escapeLike(term)}%`));
  const rows = await query.execute();
  return rows.map((row) => Number(row.seq));
}

type Tracks = SelectQueryBuilder<Schema, 'track', object>;

/**
 * A parent genre includes its sub-genres.
 * @param lookedUp whether another condition finds the rows, so that SQLite must not scan the index of the genre.
 */
function ofGenre(query: Tracks, genre: string | undefined, lookedUp: boolean): Tracks {
  if (genre === undefined) return query;
  const column = sql.ref(genre.includes(':') ? 'track.genre' : 'track.genre_parent');
  return query.where(lookedUp ? sql<string>`${column} || ''` : (column as RawBuilder<string>), '=', genre);
}

function among(query: Tracks, engine: Engine, { seqs, shortTerms }: Matches): Tracks {
  let found = query.where(engine.isAnySeq('track.seq', seqs));
  for (const term of shortTerms) found = found.where(searchTextLike(`%${escapeLike(term)}%`));
  return found;
}

/** 0 if title or artist equal the phrase, 1 if one starts with it, 2 otherwise. */
function tierOf(phrase: string): RawBuilder<number> {
  const p = escapeLike(phrase);
  return sql<number>`case
    when ${searchTextLike(`${p}\n%`)} or ${searchTextLike(`%\n${p}`)} then 0
    when ${searchTextLike(`${p}%`)} or ${searchTextLike(`%\n${p}%`)} then 1
    else 2 end`;
}
