import { slugOf } from 'contract/text/slugs.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { LAST_CODE_POINT } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';

/** The columns of a track in every response. */
export const columns = [
  'track.id',
  'track.title',
  'track.display_artist',
  'track.duration_seconds',
  'track.cover_image_url',
  'track.audio_url',
  'track.created_at',
  'track.updated_at',
  'track.release_date',
  'track.bpm',
  'track.musical_key',
  'track.loudness_lufs',
  'track.preview_url',
  'track.waveform_json_url',
  'track.provider',
  'track.prompt_text',
  'track.seed',
  'track.rights_status',
  'track.popularity',
  'track.backers',
  'track.genre',
  // By primary key, and only for the few tracks that were requested.
  sql<string | null>`(select "user".username from "user"
    where "user".id = track.requester_id and "user".deleted_at is null)`.as('requested_by'),
] as const;

/** `release_date` is text in ISO format, so times compare as text. */
export const momentOf = (now: number) => new Date(now).toISOString();

/** Almost every track is released. `|| ''` keeps SQLite from reading them all from the index by release date. */
const isReleased = (moment: string) => sql<boolean>`(track.release_date || '') <= ${moment}`;

/**
 * Tracks that anyone may see: released and not deleted.
 * @param moment the current time, as `momentOf` returns it.
 */
export function liveTracks(db: Db | Tx, moment: string) {
  return db.selectFrom('track').where('track.is_deleted', '=', 0).where(isReleased(moment));
}

/**
 * Live tracks, for queries that find the rows by another condition. The `+` keeps SQLite from scanning the index of
 * live tracks instead.
 */
export function liveTracksAmong(db: Db | Tx, moment: string) {
  return db.selectFrom('track').where(sql<number>`+track.is_deleted`, '=', 0).where(isReleased(moment));
}

/**
 * True if anyone may see a joined `track`. Join with `crossJoin`, which SQLite executes in the written order; otherwise
 * it may scan all live tracks to find a few.
 * @param moment the current time, as `momentOf` returns it.
 */
export const isLive = (moment: string) => sql<boolean>`(track.is_deleted = 0 and ${isReleased(moment)})`;

/** Patterns for `containsTerms`. */
export const termPatterns = (terms: readonly string[]) => terms.map((term) => `%${escapeLike(term)}%`);

/** True if title or artist of a joined `track` contain all folded terms. Reads every row, so only for few rows. */
export const containsTerms = (patterns: string[]) =>
  patterns.length === 0
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(${sql.join(patterns.map(searchTextLike), sql` and `)})`;

export const searchTextLike = (pattern: string) =>
  sql<boolean>`track.search_text like ${pattern} escape '\\'`;
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A track in any state, for admins. */
export function selectAnyTrack(db: Db | Tx, id: string) {
  return db
    .selectFrom('track')
    .select(columns)
    .select('track.is_deleted')
    .where('track.id', '=', id)
    .executeTakeFirst();
}

export const selectLiveTrack = (db: Db | Tx, now: number, id: string) =>
  liveTracks(db, momentOf(now)).select(columns).where('track.id', '=', id).executeTakeFirst();

export async function selectLiveTracks(db: Db, now: number, ids: string[]) {
  if (ids.length === 0) return [];
  return liveTracksAmong(db, momentOf(now)).where('track.id', 'in', ids).select(columns).execute();
}

/** Returns the ids of those tracks that are live. */
export async function selectLiveIds(db: Db | Tx, now: number, ids: string[]): Promise<string[]> {
  const rows = await liveTracksAmong(db, momentOf(now))
    .where('track.id', 'in', ids)
    .select('track.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Characters of the search text in the index `track_by_name`. Longer names are compared in full by the caller. */
const INDEXED_LENGTH = 200;

const indexedName = (engine: Engine) =>
  sql<string>`substr(${engine.byCodePoint('track.search_text')}, 1, ${sql.lit(INDEXED_LENGTH)})`;

const cut = (name: string) => [...name].slice(0, INDEXED_LENGTH).join('');

/** Live tracks whose search text starts like one of these names, newest first. */
export function selectByNames(db: Db | Tx, engine: Engine, now: number, names: string[]) {
  return liveTracksAmong(db, momentOf(now))
    .where(indexedName(engine), 'in', [...new Set(names.map(cut))])
    .select(['track.id', 'track.search_text'])
    .orderBy('track.created_at', 'desc')
    .orderBy('track.id', 'desc')
    .execute();
}

/** Subquery: `seq` of up to `limit` tracks with this folded title, and of as many by the artist of this name. */
export function tracksNamed(engine: Engine, folded: string, limit: number): RawBuilder<{ seq: number }> {
  const [name, line] = [indexedName(engine), cut(`${folded}\n`)];
  return sql`(select seq from (select seq from track
      where ${name} >= ${line} and ${name} < ${line + LAST_CODE_POINT} limit ${limit}) as titled
    union all select seq from (select seq from track
      where is_deleted = 0 and artist_slug = ${slugOf(folded)} limit ${limit}) as by_artist)`;
}

/** Facts needed to decide whether a play counts. */
export function findLiveTrack(db: Db | Tx, now: number, id: string) {
  return liveTracks(db, momentOf(now))
    .where('track.id', '=', id)
    .select('track.duration_seconds')
    .executeTakeFirst();
}

/** Locks a live track's row until the transaction ends. */
export function lockLiveTrack(tx: Tx, engine: Engine, now: number, id: string) {
  const query = liveTracks(tx, momentOf(now)).where('track.id', '=', id).select('track.popularity');
  return engine.lockRow(query).executeTakeFirst();
}

/** Counts a play. @param popularity the track's popularity after it. */
export async function addPlay(tx: Tx, id: string, popularity: number): Promise<void> {
  await tx
    .updateTable('track')
    .set((eb) => ({ popularity, plays: eb('plays', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The artists of these slugs that have tracks. */
export function selectArtists(db: Db, engine: Engine, slugs: string[]) {
  return db
    .selectFrom('artist')
    .where(engine.isAnyOf('artist.slug', slugs))
    .where('tracks', '>', 0)
    .select(['slug', 'name', 'tracks'])
    .execute();
}
