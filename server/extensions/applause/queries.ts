import { type Insertable, sql } from 'kysely';
import { inBatches } from '../../platform/db/lists.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';

/** The claps in each part of a track that has any; at most as many rows as a track has parts. */
export function selectParts(db: Db | Tx, track_id: string) {
  return db.selectFrom('applause_part').where('track_id', '=', track_id).select(['part', 'claps']).execute();
}

/** True if anybody applauded a track. */
export async function hasApplause(db: Db, track_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('applause_part')
    .where('track_id', '=', track_id)
    .select('part')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if this listener applauded this track after `since` (epoch milliseconds). */
export async function hasApplaudedSince(
  db: Db | Tx,
  { track_id, listener }: { track_id: string; listener: string },
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('applause')
    .where('track_id', '=', track_id)
    .where('listener', '=', listener)
    .where('created_at', '>', since)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a clap and counts it. @returns the claps in its part. */
export async function insertApplause(tx: Tx, clap: Insertable<Schema['applause']>): Promise<number> {
  await tx.insertInto('applause').values(clap).execute();
  const { track_id, part } = clap;
  const counted = await tx
    .insertInto('applause_part')
    .values({ track_id, part, claps: 1 })
    .onConflict((conflict) =>
      conflict.columns(['track_id', 'part']).doUpdateSet({ claps: sql`applause_part.claps + 1` }),
    )
    .returning('claps')
    .executeTakeFirstOrThrow();
  return counted.claps;
}

/** Deletes up to `limit` visitors' claps from before a moment (epoch milliseconds). @returns how many. */
export async function deleteVisitorApplause(db: Db, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('applause')
    .where('user_id', 'is', null)
    .where('created_at', '<', before)
    .select('id')
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('applause').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Selects a user's claps after another one, oldest first. */
function exportedApplause(db: Db, user_id: string) {
  const claps = db
    .selectFrom('applause')
    .innerJoin('track', 'track.id', 'applause.track_id')
    .where('applause.user_id', '=', user_id)
    .select([
      'applause.id',
      'applause.track_id',
      'track.title',
      'track.display_artist',
      'applause.part',
      'applause.created_at',
    ])
    .orderBy('applause.created_at')
    .orderBy('applause.id');
  return (last: { created_at: number; id: string } | undefined, limit: number) => {
    const after = sql<boolean>`(applause.created_at, applause.id) > (${last?.created_at}, ${last?.id})`;
    return (last ? claps.where(after) : claps).limit(limit).execute();
  };
}

export const applauseData: PersonalData = {
  name: 'applause',
  export: (db, user_id) => inBatches(exportedApplause(db, user_id)),
  // The counts of the track's parts stay: they name nobody.
  erase: (tx, user_id) => tx.deleteFrom('applause').where('user_id', '=', user_id).execute(),
};
