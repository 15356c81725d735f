import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { PersonalData } from '../../platform/feature.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import { isLiveTrack } from '../tracks/tracks.ts';
import { countReports, selectOpenReport, selectReports } from './queries.ts';

/**
 * Stores a listener's report of a track, replacing their previous open one.
 * @throws Problem `not_found` for a track that is not public.
 */
export async function report(
  c: Context,
  user_id: string,
  { track_id, reason }: { track_id: string; reason: string },
) {
  const created_at = c.clock();
  return c.db.transaction().execute(async (tx) => {
    if (!(await isLiveTrack(tx, created_at, track_id))) throw new Problem('not_found');
    const given = { id: randomUUID(), track_id, user_id, reason, created_at };
    await tx
      .insertInto('report')
      .values(given)
      .onConflict((conflict) =>
        conflict
          .columns(['track_id', 'user_id'])
          .where('resolved_at', 'is', null)
          .doUpdateSet({ reason, created_at }),
      )
      .execute();
    const { id } = (await selectOpenReport(tx, given))!;
    return { id, track_id, reason, created_at };
  });
}

/** A page of reports, the newest first. */
export function listReports(c: Context, { state, ...query }: PageQuery & { state: 'open' | 'resolved' }) {
  return paginate(
    query,
    byCreation,
    (page) => selectReports(c.db, { state, ...page }),
    () => countReports(c.db, state),
  );
}

/** Marks a report as resolved. Idempotent. @throws Problem `not_found`. */
export async function resolve(c: Context, id: string): Promise<void> {
  const { numUpdatedRows } = await c.db
    .updateTable('report')
    .set((eb) => ({ resolved_at: eb.fn.coalesce('resolved_at', eb.val(c.clock())) }))
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('not_found');
}

export const reportData: PersonalData = {
  name: 'reports',
  export: (db, user_id) =>
    db
      .selectFrom('report')
      .where('user_id', '=', user_id)
      .select(['track_id', 'reason', 'created_at', 'resolved_at'])
      .orderBy('created_at')
      .execute(),
  erase: (tx, user_id) =>
    tx.updateTable('report').set({ user_id: null }).where('user_id', '=', user_id).execute(),
};
