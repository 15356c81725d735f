import type { SelectQueryBuilder } from 'kysely';
import { liveTracks, liveTracksAmong, momentOf } from '../../features/tracks/tracks.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import type { Candidate, Comparable } from './similarity.ts';

const compared = [
  'track.id',
  'track.search_text',
  'track.display_artist',
  'track.genre',
  'track.genre_parent',
  'track.bpm',
  'track.musical_key',
  'track.loudness_lufs',
  'track.popularity',
] as const;

/** Tracks that each source of candidates adds. */
const FROM_EACH = 24;
/** People whose libraries are read, and the number of their latest tracks. */
const SAVERS = 30;
const SAVED_OF_EACH = 20;

/** A released track, also a deleted one, as far as it is compared. */
export async function selectComparable(db: Db, now: number, id: string) {
  const rows = await db
    .selectFrom('track')
    .where('track.id', '=', id)
    .where('track.release_date', '<=', momentOf(now))
    .select([...compared, 'track.is_deleted'])
    .execute();
  return rows[0];
}

/**
 * Candidates for what resembles a track, each the first rows of an index: its sub-genre, its parent genre, the tempos
 * above and below in its parent genre, neighboring genres, and what those who saved it also saved.
 * @param fromEach how many tracks each of these adds; neighboring genres a fourth of it each.
 */
export async function selectCandidates(
  db: Db,
  now: number,
  track: Comparable,
  neighbors: string[],
  fromEach = FROM_EACH,
): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const row of await selectAlike(db, now, track, neighbors, fromEach))
    found.set(row.id, { ...row, savers: 0 });
  const savers = await countSavedTogether(db, track.id);
  for (const row of await selectAmong(db, now, [...savers.keys()]))
    found.set(row.id, { ...row, savers: savers.get(row.id)! });
  return [...found.values()];
}

/** The candidates by genre and tempo; a track may be there several times. */
function selectAlike(db: Db, now: number, track: Comparable, neighbors: string[], fromEach: number) {
  const { genre_parent: parent, bpm } = track;
  const genre = track.genre?.includes(':') ? track.genre : undefined;
  const live = () => liveTracks(db, momentOf(now));
  const popular = (column: 'track.genre' | 'track.genre_parent', value: string, limit: number) =>
    limited(
      live()
        .where(column, '=', value)
        .orderBy('track.popularity', 'desc')
        .orderBy('track.created_at', 'desc')
        .orderBy('track.id', 'desc'),
      limit,
    );
  const atTempo = (parent: string, bpm: number, direction: 'asc' | 'desc') =>
    limited(
      live()
        .where('track.genre_parent', '=', parent)
        .where('track.bpm', direction === 'asc' ? '>=' : '<', bpm)
        .orderBy('track.bpm', direction),
      fromEach,
    );
  const sources = [
    ...(genre ? [popular('track.genre', genre, fromEach)] : []),
    ...(parent ? [popular('track.genre_parent', parent, fromEach)] : []),
    ...(parent && bpm ? [atTempo(parent, bpm, 'asc'), atTempo(parent, bpm, 'desc')] : []),
    ...neighbors.map((neighbor) => popular('track.genre_parent', neighbor, fromEach / 4)),
    ...(parent ? [] : [limited(live().orderBy('track.popularity', 'desc'), fromEach)]),
  ];
  const [first, ...rest] = sources;
  return rest.reduce((union, source) => union.unionAll(source), first!).execute();

  /** As a subquery, because a part of a union has no order and limit of its own. */
  function limited(query: SelectQueryBuilder<Schema, 'track', object>, limit: number) {
    return db.selectFrom(query.select(compared).limit(limit).as('track')).selectAll();
  }
}

/** Of the last tracks that the last savers of a track saved: how many of them saved each. Most savers first. */
async function countSavedTogether(db: Db, id: string): Promise<Map<string, number>> {
  const savers = await db
    .selectFrom('saved_track')
    .where('track_id', '=', id)
    .orderBy('created_at', 'desc')
    .select('user_id')
    .limit(SAVERS)
    .execute();
  if (savers.length === 0) return new Map();
  const [first, ...rest] = savers.map(({ user_id }) =>
    db
      .selectFrom(
        db
          .selectFrom('saved_track')
          .where('user_id', '=', user_id)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .select('track_id')
          .limit(SAVED_OF_EACH)
          .as('saved'),
      )
      .select('track_id'),
  );
  const saved = await rest.reduce((union, one) => union.unionAll(one), first!).execute();
  const counts = new Map<string, number>();
  for (const { track_id } of saved)
    if (track_id !== id) counts.set(track_id, (counts.get(track_id) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a).slice(0, SAVED_OF_EACH));
}

/** The live tracks among these ids. */
export async function selectAmong(db: Db, now: number, ids: string[]) {
  if (ids.length === 0) return [];
  return liveTracksAmong(db, momentOf(now)).where('track.id', 'in', ids).select(compared).execute();
}
