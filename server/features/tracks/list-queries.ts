import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import { newestFirst, type TimePage } from '../../platform/http/requests/paging.ts';
import {
  columns,
  containsTerms,
  escapeLike,
  liveTracks,
  liveTracksAmong,
  momentOf,
  searchTextLike,
  termPatterns,
} from './queries.ts';

/** Tracks that a search found, unordered. */
export interface Matches {
  /** The folded search text. */
  phrase: string;
  /** `track.seq` of the tracks that may contain every term. */
  seqs: number[];
  /** Required terms of a track's search text. */
  terms: string[];
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
  const values = filterValues(engine, now, genre, matches);
  const tier = matches ? tierOf(values) : sql<number>`2`;
  let select = filtered(db, engine, genre, matches, values).select(columns).select(tier.as('tier'));
  if (matches) select = select.orderBy('tier');
  if (sort === 'popular') select = select.orderBy('track.popularity', 'desc');
  select = select.orderBy('track.created_at', 'desc').orderBy('track.id', 'desc').limit(limit);
  return (after ? select.where(isAfter(sort, matches && tier, after)) : select).execute();
}

function isAfter(
  sort: TrackPage['sort'],
  tier: RawBuilder<number> | undefined,
  [lastTier, popularity, created_at, id]: NonNullable<TrackPage['after']>,
): RawBuilder<boolean> {
  const later =
    sort === 'popular'
      ? sql<boolean>`(track.popularity, track.created_at, track.id) < (${popularity}, ${created_at}, ${id})`
      : sql<boolean>`(track.created_at, track.id) < (${created_at}, ${id})`;
  return tier ? sql<boolean>`(${tier} > ${lastTier} or (${tier} = ${lastTier} and ${later}))` : later;
}

/** Deleted tracks, the newest first. */
export function selectDeleted(db: Db, page: TimePage) {
  const deleted = db.selectFrom('track').where('track.is_deleted', '=', 1).select(columns);
  return newestFirst(deleted, 'track', page).execute();
}

export const countDeleted = (db: Db) => countRows(db.selectFrom('track').where('is_deleted', '=', 1));

/** The most popular live tracks of each of these genres, as many of each, unordered. */
export function selectPopularOf(db: Db, now: number, genres: [string, ...string[]], limit: number) {
  const [first, ...others] = genres.map((genre) => {
    const tracks = ofGenre(liveTracks(db, momentOf(now)), genre.includes(':'), genre, false)
      .select(columns)
      .orderBy('track.popularity', 'desc')
      .orderBy('track.created_at', 'desc')
      .orderBy('track.id', 'desc')
      .limit(limit);
    return db.selectFrom(tracks.as('track')).selectAll();
  });
  return others.reduce((all, one) => all.unionAll(one), first!).execute();
}

/** Counts the live tracks that a search found, optionally of a genre. */
export async function countMatches(
  db: Db,
  engine: Engine,
  now: number,
  matches: Matches,
  genre: string | undefined,
): Promise<number> {
  const { total } = await filtered(db, engine, genre, matches, filterValues(engine, now, genre, matches))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts live tracks, optionally of a genre: the stored counts minus the tracks that are not released yet. */
export async function countTracks(db: Db, now: number, genre: string | undefined): Promise<number> {
  const subgenres = genre && `${escapeLike(genre)}:%`;
  const isOfGenre = (column: 'genre_count.genre' | 'track.genre') =>
    genre === undefined
      ? sql<boolean>`1 = 1`
      : sql<boolean>`(${sql.ref(column)} = ${genre} or ${sql.ref(column)} like ${subgenres} escape '\\')`;
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
  const popular = ofGenre(liveTracks(db, momentOf(now)), genre?.includes(':') ?? false, genre, false)
    .select(['track.seq', 'track.search_text'])
    .orderBy('track.popularity', 'desc')
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc')
    .limit(scanned);
  const rows = await db
    .selectFrom(popular.as('track'))
    .select('track.seq')
    .where(containsTerms(termPatterns(terms)))
    .execute();
  return rows.map((row) => Number(row.seq));
}

type Tracks = SelectQueryBuilder<Schema, 'track', object>;
type FilterValues = ReturnType<typeof filterValues>;

/** The parameters of a list's conditions and of a search's tiers. */
function filterValues(engine: Engine, now: number, genre: string | undefined, matches: Matches | undefined) {
  const phrase = escapeLike(matches?.phrase ?? '');
  return {
    moment: momentOf(now),
    genre,
    seqs: engine.listParameter(matches?.seqs ?? []),
    title: `${phrase}\n%`,
    artist: `%\n${phrase}`,
    titleStart: `${phrase}%`,
    artistStart: `%\n${phrase}%`,
    terms: termPatterns(matches?.terms ?? []),
  };
}

/** Live tracks of a genre that a search found; both are optional. */
function filtered(
  db: Db,
  engine: Engine,
  genre: string | undefined,
  matches: Matches | undefined,
  values: FilterValues,
): Tracks {
  const isSub = genre?.includes(':') ?? false;
  if (!matches) return ofGenre(liveTracks(db, values.moment), isSub, values.genre, false);
  const found = liveTracksAmong(db, values.moment)
    .where(engine.isAnyIn('track.seq', values.seqs, 'bigint'))
    .where(containsTerms(values.terms));
  return ofGenre(found, isSub, values.genre, true);
}

/**
 * A parent genre includes its sub-genres.
 * @param lookedUp whether another condition finds the rows, so that SQLite must not scan the index of the genre.
 */
function ofGenre(query: Tracks, isSub: boolean, genre: string | undefined, lookedUp: boolean): Tracks {
  if (genre === undefined) return query;
  const column = sql.ref(isSub ? 'track.genre' : 'track.genre_parent');
  return query.where(lookedUp ? sql<string>`${column} || ''` : (column as RawBuilder<string>), '=', genre);
}

/** 0 if title or artist equal the phrase, 1 if one starts with it, 2 otherwise. */
function tierOf({ title, artist, titleStart, artistStart }: FilterValues): RawBuilder<number> {
  return sql<number>`case
    when ${searchTextLike(title)} or ${searchTextLike(artist)} then 0
    when ${searchTextLike(titleStart)} or ${searchTextLike(artistStart)} then 1
    else 2 end`;
}
