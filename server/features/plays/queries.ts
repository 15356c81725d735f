import type { Insertable } from 'kysely';
import type { Schema, Tx } from '../../platform/db/schema.ts';

/** Whether this listener's play of this track counted after `since` (epoch milliseconds). */
export async function hasCountedSince(
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
