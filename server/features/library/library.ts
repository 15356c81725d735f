import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { LibrarySort } from 'contract/library-constants.ts';
import type { Context } from '../../context.ts';
import { holdPlan, mustAllowOneMore } from '../../plan-limit.ts';
import { readPosition, writePosition } from '../../platform/http/position.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { isLiveTrack, termsOf } from '../tracks/tracks.ts';
import { readLibraryCursor, writeLibraryCursor } from './cursor.ts';
import {
  countSaved,
  deleteAllOf,
  deleteOwn,
  insertSaved,
  saveActivity,
  selectForExport,
  selectLibrary,
  selectOwn,
  selectSaved,
} from './queries.ts';

/**
 * Saves a track. What the plan limits is how many saved tracks there are to hear: one that was withdrawn is
 * nowhere to be seen, so nobody could make room by removing it.
 * @throws Problem `not_found` for a track that is not live; `already_saved`; `limit_reached`.
 */
export function saveTrack(c: Context, user_id: string, track_id: string) {
  return c.db.transaction().execute(async (tx) => {
    const now = c.clock();
    const tier = await holdPlan(tx, c.engine, user_id);
    if (!(await isLiveTrack(tx, now, track_id))) throw new Problem('not_found');
    const known = await selectOwn(tx, { user_id, track_id });
    if (known) throw new Problem('already_saved', undefined, { saved_track_id: known.id });
    await mustAllowOneMore(tier, 'savedTracks', () => countSaved(tx, now, user_id));
    const row = { id: randomUUID(), user_id, track_id, created_at: now };
    await insertSaved(tx, row);
    return row;
  });
}

/** @throws Problem `not_found`, also for somebody else's. */
export async function unsaveTrack(c: Context, user_id: string, id: string): Promise<void> {
  if (!(await deleteOwn(c.db, { id, user_id }))) throw new Problem('not_found');
}

/** @throws Problem `not_found`, also for somebody else's. */
export async function getSavedTrack(c: Context, user_id: string, id: string) {
  const row = await selectOwn(c.db, { id, user_id });
  if (!row) throw new Problem('not_found');
  return row;
}

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/** The links of what somebody saved and can still hear. */
export async function listSavedTracks(
  c: Context,
  user_id: string,
  wish: Page & { track_ids?: string[] | undefined },
) {
  const { track_ids, limit } = wish;
  const now = c.clock();
  const rows = await selectSaved(c.db, now, user_id, { track_ids, after: readPosition(wish.cursor), limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const total = !wish.cursor && !last ? rows.length : await countSaved(c.db, now, user_id, { track_ids });
  return { rows, total, next: last && writePosition({ at: last.created_at, id: last.id }) };
}

/** The Library page: saved tracks, whole. */
export async function listLibrary(
  c: Context,
  user_id: string,
  wish: Page & { q?: string | undefined; sort: LibrarySort },
) {
  const { sort, limit, cursor } = wish;
  const now = c.clock();
  const terms = termsOf(wish.q);
  const after = cursor === undefined ? undefined : readLibraryCursor(sort, cursor);
  const rows = await selectLibrary(c.db, c.engine, now, user_id, { terms, sort, after, limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const total = !cursor && !last ? rows.length : await countSaved(c.db, now, user_id, { terms });
  return {
    rows,
    total,
    next: last && writeLibraryCursor(sort, { keys: last.keys, id: last.saved_track_id }),
  };
}

/** How many saved tracks somebody can hear. */
export function countFavorites(c: Context, user_id: string): Promise<number> {
  return countSaved(c.db, c.clock(), user_id);
}

/** A person's saved tracks. */
export const savesOf: PersonalData = {
  name: 'saved_tracks',
  activity: saveActivity,
  exported: selectForExport,
  forget: deleteAllOf,
};
