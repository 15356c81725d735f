import type { Insertable } from 'kysely';
import type { Engine } from '../db/engine.ts';
import type { Schema, Tx } from '../db/schema.ts';

/** A live track's length and popularity, held until the transaction ends. */
export function lockTrack(tx: Tx, engine: Engine, now: number, id: string) {
  const query = tx
    .selectFrom('track')
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .where('release_date', '<=', new Date(now).toISOString())
    .select(['duration_seconds', 'popularity']);
  return engine.lockRow(query).executeTakeFirst();
}

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

export async function setPopularity(tx: Tx, track_id: string, popularity: number): Promise<void> {
  await tx.updateTable('track').set({ popularity }).where('id', '=', track_id).execute();
}
