import type { Context } from '../../context.ts';
import { cachedQuery } from '../../platform/db/cached-query.ts';
import type { Tx } from '../../platform/db/schema.ts';

/** The lyrics of a track in any state; undefined without any. */
export async function findLyrics({ db, engine }: Pick<Context, 'db' | 'engine'>, track_id: string) {
  const query = cachedQuery(`lyrics ${engine.kind}`, { track_id }, (v) =>
    db.selectFrom('lyrics').where('track_id', '=', v.track_id).select('text as lyrics'),
  );
  return (await db.executeQuery(query)).rows[0];
}

/** Replaces the lyrics of a track; null removes them. */
export async function writeLyrics(tx: Tx, track_id: string, text: string | null): Promise<void> {
  if (text === null) await tx.deleteFrom('lyrics').where('track_id', '=', track_id).execute();
  else
    await tx
      .insertInto('lyrics')
      .values({ track_id, text })
      .onConflict((conflict) => conflict.column('track_id').doUpdateSet({ text }))
      .execute();
}
