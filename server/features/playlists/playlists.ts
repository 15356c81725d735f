import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Privacy } from 'contract/library-constants.ts';
import type { Context } from '../../context.ts';
import type { PlaylistTable, Tx } from '../../platform/db/schema.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { assertBelowLimit, lockPlan, type PersonalData } from '../accounts/accounts.ts';
import {
  countOwn,
  deleteAllOf,
  holdPlaylist,
  insertPlaylist,
  playlistActivity,
  selectCard,
  selectChoices,
  selectForExport,
  selectOwnCard,
  selectOwnCards,
  updatePlaylist,
  type Viewer,
} from './queries.ts';

/** Somebody's own playlists, newest first. */
export function listPlaylists(c: Context, user_id: string, query: PageQuery) {
  return paginate(
    query,
    byCreation,
    (page) => selectOwnCards(c.db, c.clock(), user_id, page),
    () => countOwn(c.db, user_id),
  );
}

/** Somebody's own playlists, each with the link that holds the track. */
export function listChoices(c: Context, user_id: string, track_id: string, query: PageQuery) {
  return paginate(
    query,
    byCreation,
    (page) => selectChoices(c.db, user_id, track_id, page),
    () => countOwn(c.db, user_id),
  );
}

/** @throws Problem `not_found` for an unknown, a deleted and somebody else's private one alike. */
export async function getPlaylist(c: Context, viewer: Viewer, id: string) {
  const card = await selectCard(c.db, c.clock(), id, viewer);
  if (!card) throw new Problem('not_found');
  return card;
}

export interface NewPlaylist {
  name: string;
  description?: string | null | undefined;
  privacy: Privacy;
  /** A path on our own origin. */
  cover_image_url?: string | null | undefined;
}

/** @throws Problem `limit_reached`. */
export function makePlaylist(c: Context, user_id: string, wish: NewPlaylist) {
  return c.db.transaction().execute(async (tx) => {
    const id = await writePlaylist(tx, c, user_id, wish);
    return selectOwnCard(tx, c.clock(), id);
  });
}

/** Writes an empty playlist within the plan, and tells its id. @throws Problem `limit_reached`. */
export async function writePlaylist(tx: Tx, c: Context, user_id: string, wish: NewPlaylist): Promise<string> {
  const tier = await lockPlan(tx, c.engine, user_id);
  await assertBelowLimit(tier, 'playlists', () => countOwn(tx, user_id));
  const now = c.clock();
  const row: PlaylistTable = {
    id: randomUUID(),
    user_id,
    name: wish.name,
    description: wish.description ?? null,
    privacy: wish.privacy,
    cover_image_url: wish.cover_image_url ?? null,
    is_deleted: 0,
    created_at: now,
    updated_at: now,
  };
  await insertPlaylist(tx, row);
  return row.id;
}

/**
 * Changes an own playlist, deletes it or brings it back.
 * @throws Problem `not_found`, also for a deleted one that is not brought back; `limit_reached` when the plan has
 *   no place to bring it back to.
 */
export function editPlaylist(
  c: Context,
  user_id: string,
  id: string,
  wish: Partial<NewPlaylist> & { is_deleted?: boolean | undefined },
) {
  return c.db.transaction().execute(async (tx) => {
    // Always the user before the playlist, so that nobody waits in a circle.
    const tier = wish.is_deleted === false ? await lockPlan(tx, c.engine, user_id) : undefined;
    const held = await holdPlaylist(tx, c.engine, { id, user_id });
    if (!held || (held.is_deleted === 1 && wish.is_deleted === undefined)) throw new Problem('not_found');
    if (tier !== undefined && held.is_deleted === 1)
      await assertBelowLimit(tier, 'playlists', () => countOwn(tx, user_id));
    const { is_deleted, ...rest } = wish;
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    await updatePlaylist(tx, id, {
      ...Object.fromEntries(given),
      ...(is_deleted !== undefined && { is_deleted: is_deleted ? 1 : 0 }),
      updated_at: c.clock(),
    });
    return selectOwnCard(tx, c.clock(), id);
  });
}

/** Hides an own playlist. @throws Problem `not_found`. */
export function deletePlaylist(c: Context, user_id: string, id: string): Promise<void> {
  return c.db.transaction().execute(async (tx) => {
    const held = await holdPlaylist(tx, c.engine, { id, user_id });
    if (held?.is_deleted !== 0) throw new Problem('not_found');
    await updatePlaylist(tx, id, { is_deleted: 1, updated_at: c.clock() });
  });
}

export function countPlaylists(c: Context, user_id: string): Promise<number> {
  return countOwn(c.db, user_id);
}

/** A person's playlists. */
export const playlistData: PersonalData = {
  name: 'playlists',
  activity: playlistActivity,
  export: selectForExport,
  erase: deleteAllOf,
};
