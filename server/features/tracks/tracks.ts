import { Problem } from 'contract/errors.ts';
import type { TrackPage } from 'contract/features/track-page.ts';
import type { Recording, Track } from 'contract/features/tracks.ts';
import { SECTION_SIZE } from 'contract/features/tracks-constants.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { Head } from '../../platform/http/pages/page-head.ts';
import { byCreation, type Order, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import {
  countDeleted,
  countMatches,
  countTracks,
  type Matches,
  selectDeleted,
  selectPage,
  selectPopularOf,
  type TrackKeys,
  type TrackRow,
} from './list-queries.ts';
import { selectAnyTrack, selectLiveIds, selectLiveTrack, selectLiveTracks } from './queries.ts';
import { findMatches } from './search.ts';

export { artistName, type TrackCandidate, trackKind } from './candidates.ts';
export { getAnyTrackWithLyrics, writeLyrics } from './lyrics.ts';
export { resolveReferences, type TrackReference } from './names.ts';
/** For features whose rows refer to tracks: what to select of a joined `track`, and conditions on it. */
export {
  addPlay,
  columns as trackColumns,
  containsTerms,
  findLiveTrack,
  isLive,
  liveTracks,
  liveTracksAmong,
  lockLiveTrack,
  momentOf,
  selectArtists,
  selectLiveIds,
  termPatterns,
} from './queries.ts';
export { sourceTypeOf } from './recording-json-ld.ts';
export { termsOf } from './search.ts';
export { insertTrack, popularityAfterPlay, updateTrack } from './write.ts';

export interface TracksContext extends Context {
  /** The recording in progress, if any; undefined if nobody records. */
  recording?: () => Recording | null;
  /** Parts of a track's page from other features. */
  trackPageParts: readonly TrackPagePart[];
}

export interface TrackPagePart {
  /** Loads fields of the page; the track may have been deleted. @param origin of media URLs. */
  load?: (track_id: string, origin: string) => Promise<Partial<TrackPage>>;
  /** Head of a live track for link previews. */
  head?: (track: Track, origin: string, language: LanguageCode) => Partial<Head>;
}

interface TrackQuery extends PageQuery {
  q?: string | undefined;
  genre?: string | undefined;
  sort: 'popular' | 'newest';
}

const trackOrder: Order<TrackRow, TrackKeys> = {
  keys: z.tuple([z.int().min(0).max(2), z.number(), z.int().nonnegative(), z.uuid()]),
  keysOf: ({ tier, popularity, created_at, id }) => [tier, popularity, created_at, id],
};

/** Limit of rows that are read faster here than by another thread, which must also send them. */
const FEW_MATCHES = 50;

/** A search may read many rows; a list without one reads few rows of an index. */
const dbFor = ({ db, engine }: Context, matches: Matches | undefined) =>
  matches && matches.seqs.length > FEW_MATCHES ? engine.longReads(db) : db;

/** One page of live tracks, the total that matches, and the cursor of the next page. */
export async function listTracks(c: Context, query: TrackQuery) {
  const { sort, genre } = query;
  const matches = await findMatches(c, query.q, genre);
  const now = c.clock();
  return paginate(
    query,
    trackOrder,
    (page) => selectPage(dbFor(c, matches), c.engine, now, { ...page, sort, genre, matches }),
    () =>
      matches
        ? countMatches(dbFor(c, matches), c.engine, now, matches, genre)
        : countTracks(c.db, now, genre),
  );
}

/** One page of deleted tracks, the newest first. */
export const listDeleted = ({ db }: Context, query: PageQuery) =>
  paginate(
    query,
    byCreation,
    (page) => selectDeleted(db, page),
    () => countDeleted(db),
  );

/** The newest live tracks, optionally of a genre. */
export const listNewest = (c: Context, genre: string | undefined, limit: number) =>
  selectPage(c.db, c.engine, c.clock(), {
    sort: 'newest',
    genre,
    matches: undefined,
    limit,
    after: undefined,
  });

/** The most popular live tracks of these genres, each once; a parent genre includes its sub-genres. */
export async function listOfGenres(c: Pick<Context, 'db' | 'clock'>, genres: string[], limit: number) {
  const [first, ...others] = genres.filter(
    (genre) => !genre.includes(':') || !genres.includes(genre.split(':')[0]!),
  );
  if (first === undefined) return [];
  const rows = await selectPopularOf(c.db, c.clock(), [first, ...others], limit);
  return rows.sort((a, b) => b.popularity - a.popularity || b.created_at - a.created_at).slice(0, limit);
}

/** @throws Problem `not_found` for unknown, deleted and unreleased tracks alike. */
export async function getTrack(c: Context, id: string) {
  const row = await selectLiveTrack(c.db, c.clock(), id);
  if (!row) throw new Problem('not_found');
  return row;
}

/** A live track, if there is one. */
export const findTrack = (c: { db: Db | Tx; clock: () => number }, id: string) =>
  selectLiveTrack(c.db, c.clock(), id);

/** The live tracks among these ids, in the order of the ids. */
export async function getTracks(c: Pick<Context, 'db' | 'clock'>, ids: string[]) {
  const rows = await selectLiveTracks(c.db, c.clock(), ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A track in any state, for admins. @throws Problem `not_found` for unknown ones. */
export async function getAnyTrack(db: Db | Tx, id: string) {
  const row = await selectAnyTrack(db, id);
  if (!row) throw new Problem('not_found');
  return row;
}

export async function isLiveTrack(db: Db | Tx, now: number, id: string): Promise<boolean> {
  return (await selectLiveIds(db, now, [id])).length === 1;
}

/**
 * §2: the newest of all, then the first four and the next four of the list that matches the search. No track is in two
 * sections while there are others to take its place (decisions.md 8): without a search, the newest ones stay.
 */
export async function explore(c: Context, q: string | undefined) {
  const matches = await findMatches(c, q, undefined);
  const select = (sort: TrackQuery['sort'], found: typeof matches) =>
    selectPage(dbFor(c, found), c.engine, c.clock(), {
      sort,
      limit: 3 * SECTION_SIZE,
      matches: found,
      genre: undefined,
      after: undefined,
    });
  const [newest, popular] = await Promise.all([select('newest', undefined), select('popular', matches)]);
  return arrangeSections(newest, popular, matches !== undefined);
}

/**
 * Explore's sections from the newest and the most popular tracks, three times as many of each as a section shows. A
 * section takes what is already on the screen only if there are not enough others.
 * @param isSearch the results come first on the page then, so they are kept as they are.
 */
export function arrangeSections<Track extends { id: string }>(
  newest: Track[],
  popular: Track[],
  isSearch: boolean,
) {
  const first = <T>(list: T[]) => list.slice(0, SECTION_SIZE);
  if (isSearch) {
    const mostPopular = first(popular);
    const trendingNow = popular.slice(SECTION_SIZE, 2 * SECTION_SIZE);
    const others = without(newest, [...mostPopular, ...trendingNow]);
    return { newReleases: first(others.length < SECTION_SIZE ? newest : others), mostPopular, trendingNow };
  }
  const newReleases = first(newest);
  const others = without(popular, newReleases);
  const mostPopular = first(others.length < SECTION_SIZE ? popular : others);
  const unseen = without(others, mostPopular);
  const trendingNow = first([...unseen, ...without(popular, [...mostPopular, ...unseen])]);
  return { newReleases, mostPopular, trendingNow };
}

/** The tracks of a list that are not among those already shown. */
export function without<Track extends { id: string }>(list: Track[], shown: { id: string }[]): Track[] {
  const ids = new Set(shown.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}
