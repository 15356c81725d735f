import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../platform/context.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { assertBelowLimit, lockPlan } from '../accounts/accounts.ts';
import { isLiveTrack } from '../tracks/tracks.ts';
import { countSaved, deleteOwn, insertSaved, selectOwn, selectSaved } from './queries.ts';

export { savedTrackData } from './personal.ts';

/**
 * Saves a track. Only live tracks count towards the plan's limit: withdrawn ones are invisible, so nobody could remove
 * them to make room.
 * @throws Problem `not_found` for a track that is not live; `already_saved`; `limit_reached`.
 */
export function saveTrack(c: Context, user_id: string, track_id: string) {
  return c.db.transaction().execute(async (tx) => {
    const now = c.clock();
    const tier = await lockPlan(tx, c.engine, user_id);
    if (!(await isLiveTrack(tx, now, track_id))) throw new Problem('not_found');
    const saved = await selectOwn(tx, { user_id, track_id });
    if (saved) throw new Problem('already_saved', undefined, { saved_track_id: saved.id });
    await assertBelowLimit(tier, 'savedTracks', () => countSaved(tx, c.engine, now, user_id));
    const row = { id: randomUUID(), user_id, track_id, created_at: now };
    await insertSaved(tx, row);
    return row;
  });
}

/** @throws Problem `not_found`, also for another user's. */
export async function unsaveTrack(c: Context, user_id: string, id: string): Promise<void> {
  if (!(await deleteOwn(c.db, { id, user_id }))) throw new Problem('not_found');
}

/** @throws Problem `not_found`, also for another user's. */
export async function getSavedTrack(c: Context, user_id: string, id: string) {
  const row = await selectOwn(c.db, { id, user_id });
  if (!row) throw new Problem('not_found');
  return row;
}

/** A page of a user's saved tracks that are live. */
export async function listSavedTracks(
  c: Context,
  user_id: string,
  { track_ids, ...query }: PageQuery & { track_ids?: string[] | undefined },
) {
  const now = c.clock();
  return paginate(
    query,
    byCreation,
    (page) => selectSaved(c.db, c.engine, now, user_id, { track_ids, ...page }),
    () => countSaved(c.db, c.engine, now, user_id, { track_ids }),
  );
}

/** How many live tracks a user has saved. */
export function countFavorites(c: Context, user_id: string): Promise<number> {
  return countSaved(c.db, c.engine, c.clock(), user_id);
}
