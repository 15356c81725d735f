import { randomUUID } from 'node:crypto';
import type { Activity } from 'contract/features/accounts/personal-data.ts';
import { type Insertable, sql } from 'kysely';
import { countRows, inBatches } from '../../platform/db/lists.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';

/** True if a play of this track by this listener counted after `since`, and up to `until`; epoch ms. */
export async function hasPlaySince(
  db: Db | Tx,
  play: { track_id: string; listener: string },
  since: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const row = await db
    .selectFrom('play_event')
    .where('track_id', '=', play.track_id)
    .where('listener', '=', play.listener)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPlays(tx: Tx, plays: Insertable<Schema['play_event']>[]): Promise<void> {
  await tx.insertInto('play_event').values(plays).execute();
}

/** Number of a user's counted plays. */
export const countListens = (db: Db, user_id: string) =>
  countRows(db.selectFrom('play_event').where('user_id', '=', user_id));

/** Plays that are read to find what somebody played last. */
const RECENT = 60;

/** The tracks that a user played last, at most `limit`, the latest first. */
export async function listLastPlayed(db: Db, user_id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('play_event')
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT)
    .select('track_id')
    .execute();
  return [...new Set(rows.map(({ track_id }) => track_id))].slice(0, limit);
}

/** Deletes up to `limit` visitors' plays from before a moment (epoch milliseconds). @returns how many. */
export async function deleteVisitorPlays(db: Db, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('play_event')
    .where('user_id', 'is', null)
    .where('created_at', '<', before)
    .select('id')
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('play_event').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Selects a user's plays after another one, oldest first. */
function exportedPlays(db: Db, user_id: string) {
  const plays = db
    .selectFrom('play_event')
    .innerJoin('track', 'track.id', 'play_event.track_id')
    .where('play_event.user_id', '=', user_id)
    .select([
      'play_event.id',
      'play_event.track_id',
      'track.title',
      'track.display_artist',
      'play_event.played_ms',
      'play_event.created_at',
    ])
    .orderBy('play_event.created_at')
    .orderBy('play_event.id');
  return (last: { created_at: number; id: string } | undefined, limit: number) => {
    const after = sql<boolean>`(play_event.created_at, play_event.id) > (${last?.created_at}, ${last?.id})`;
    return (last ? plays.where(after) : plays).limit(limit).execute();
  };
}

export const playData: PersonalData = {
  name: 'plays',
  // A withdrawn track keeps its title but can no longer be opened.
  activity: (user_id) => sql<Activity>`
    select play_event.id as id, 'play' as kind, play_event.created_at as created_at,
      case when track.is_deleted = 0 then track.id end as subject_id,
      track.title as subject, track.display_artist as artist
    from play_event join track on track.id = play_event.track_id
    where play_event.user_id = ${user_id}`,
  export: (db, user_id) => inBatches(exportedPlays(db, user_id)),
  // The play stays, since the track's popularity depends on it.
  erase: (tx, user_id) =>
    tx
      .updateTable('play_event')
      .set({ user_id: null, listener: `gone:${randomUUID()}` })
      .where('user_id', '=', user_id)
      .execute(),
};
