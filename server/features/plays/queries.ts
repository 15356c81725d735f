import type { Activity } from 'contract/accounts.ts';
import { type Insertable, sql } from 'kysely';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';

/** Whether this listener's play of this track counted after `since` (epoch milliseconds). */
export async function countedSince(
  tx: Tx,
  play: { track_id: string; listener: string },
  since: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('play_event')
    .where('track_id', '=', play.track_id)
    .where('listener', '=', play.listener)
    .where('counted', '=', 1)
    .where('created_at', '>', since)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPlay(tx: Tx, play: Insertable<Schema['play_event']>): Promise<void> {
  await tx.insertInto('play_event').values(play).execute();
}

/** Counted plays as activity; a withdrawn track keeps its title but can no longer be opened. */
export function playActivity(user_id: string) {
  return sql<Activity>`
    select play_event.id as id, 'play' as kind, play_event.created_at as created_at,
      case when track.is_deleted = 0 then track.id end as subject_id,
      track.title as subject, track.display_artist as artist
    from play_event join track on track.id = play_event.track_id
    where play_event.user_id = ${user_id} and play_event.counted = 1`;
}

export function selectPlays(db: Db, user_id: string) {
  return db
    .selectFrom('play_event')
    .innerJoin('track', 'track.id', 'play_event.track_id')
    .where('play_event.user_id', '=', user_id)
    .select([
      'play_event.track_id',
      'track.title',
      'track.display_artist',
      'play_event.played_ms',
      'play_event.created_at',
    ])
    .orderBy('play_event.created_at')
    .execute();
}

/** Puts `listener` in the place of a user. */
export async function renameListener(tx: Tx, user_id: string, listener: string): Promise<void> {
  await tx
    .updateTable('play_event')
    .set({ user_id: null, listener })
    .where('user_id', '=', user_id)
    .execute();
}
