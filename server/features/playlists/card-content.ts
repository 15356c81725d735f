import { MOSAIC_SIZE } from 'contract/library-constants.ts';
import { sql } from 'kysely';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import { isLive, momentOf } from '../tracks/tracks.ts';

/** What a card shows of a playlist's live tracks. */
export interface CardContent {
  track_count: number;
  total_seconds: number;
  /** The first covers. */
  covers: string[];
  /** When the next of its tracks is released, epoch ms; null if all are. */
  valid_until: number | null;
}

export const emptyCard: CardContent = { track_count: 0, total_seconds: 0, covers: [], valid_until: null };

/** How many first tracks to search for covers: some may be gone, or have none. */
const COVERS_WITHIN = 3 * MOSAIC_SIZE;

/** Reads the content of these playlists' cards from their tracks, by playlist. Empty playlists are left out. */
export async function selectContents(
  db: Db | Tx,
  now: number,
  playlist_ids: string[],
): Promise<Map<string, CardContent>> {
  const totals = await db
    .selectFrom('playlist_track')
    .crossJoin('track')
    .whereRef('track.id', '=', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', 'in', playlist_ids)
    .groupBy('playlist_track.playlist_id')
    .select([
      'playlist_track.playlist_id',
      sql<number>`sum(case when ${isLive(momentOf(now))} then 1 else 0 end)`.as('track_count'),
      sql<number>`sum(case when ${isLive(momentOf(now))} then track.duration_seconds else 0 end)`.as(
        'total_seconds',
      ),
      sql<string | null>`min(case when track.is_deleted = 0 and track.release_date > ${momentOf(now)}
        then track.release_date end)`.as('next_release'),
    ])
    .execute();
  const covers = Map.groupBy(await selectCovers(db, now, playlist_ids), (row) => row.playlist_id);
  return new Map(
    totals.map(({ playlist_id, track_count, total_seconds, next_release }) => [
      playlist_id,
      {
        track_count: Number(track_count),
        total_seconds: Number(total_seconds),
        covers: (covers.get(playlist_id) ?? []).slice(0, MOSAIC_SIZE).map(({ cover }) => cover),
        valid_until: next_release === null ? null : Date.parse(next_release),
      },
    ]),
  );
}

async function selectCovers(db: Db | Tx, now: number, playlist_ids: string[]) {
  const rows = await db
    .selectFrom('playlist_track')
    .crossJoin('track')
    .whereRef('track.id', '=', 'playlist_track.track_id')
    .where('playlist_track.playlist_id', 'in', playlist_ids)
    .where('playlist_track.position', '<', COVERS_WITHIN)
    .where('track.cover_image_url', 'is not', null)
    .where(isLive(momentOf(now)))
    .orderBy('playlist_track.playlist_id')
    .orderBy('playlist_track.position')
    .select(['playlist_track.playlist_id', 'track.cover_image_url as cover'])
    .execute();
  return rows as { playlist_id: string; cover: string }[];
}

/** Stores the content of cards. Sorted, so that two calls that store the same cards do not deadlock. */
export async function upsertCards(db: Db | Tx, cards: Schema['playlist_card'][]): Promise<void> {
  const sorted = cards.toSorted((a, b) => (a.playlist_id < b.playlist_id ? -1 : 1));
  await db
    .insertInto('playlist_card')
    .values(sorted)
    .onConflict((conflict) =>
      conflict.column('playlist_id').doUpdateSet(({ ref }) => ({
        entries_version: ref('excluded.entries_version'),
        revision: ref('excluded.revision'),
        valid_until: ref('excluded.valid_until'),
        track_count: ref('excluded.track_count'),
        total_seconds: ref('excluded.total_seconds'),
        covers: ref('excluded.covers'),
      })),
    )
    .execute();
}
