import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Privacy } from 'contract/features/library-constants.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { feedPaths } from 'contract/text/slugs.ts';
import type { Insertable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { PlaylistTable } from '../../platform/db/tables/playlists.ts';
import type { Head } from '../../platform/http/pages/page-head.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import { say } from '../../platform/text/say.ts';
import { assertBelowLimit, lockPlan } from '../accounts/accounts.ts';
import {
  getPlaylist,
  selectAnyCard,
  selectCard,
  selectOwnCards,
  selectPublicCards,
  selectPublicCardsOf,
  selectSharedCards,
  toResponse,
} from './cards.ts';
import { selectFirstTracks } from './entries/entry-queries.ts';
import {
  countEditable,
  countOwn,
  lockPlaylist,
  selectChoices,
  selectSharedIds,
  updatePlaylist,
} from './queries.ts';
import { deletePlaylistWords, indexPlaylist } from './search.ts';

export { getPlaylist } from './cards.ts';
export { changeTracks, getWithEntries as getPlaylistWithEntries } from './entries/entries.ts';
export { INHERITED, INVITED, type Inherited, type Invited } from './people.ts';
export { addedData, playlistData } from './personal.ts';
export { playlistKind } from './search.ts';

/** A user's playlists, newest first. */
export function listPlaylists(c: Context, user_id: string, query: PageQuery) {
  return paginate(
    query,
    byCreation,
    (page) => selectOwnCards(c.db, c.clock(), user_id, page),
    () => countOwn(c.db, user_id),
  );
}

/** The playlists of others that a user edits, newest first. */
export const listSharedPlaylists = (c: Context, user_id: string) =>
  selectSharedCards(c.db, c.clock(), user_id);

/** A user's latest public playlists, as anyone sees them. @param origin of the pictures' URLs. */
export async function listPublicPlaylists(c: Context, user_id: string, limit: number, origin: string) {
  const cards = await selectPublicCards(c.db, c.clock(), user_id, limit);
  return cards.map((card) => toResponse(card, null, origin));
}

/** Those of these playlists that are public, as anyone sees them. @param origin of the pictures' URLs. */
export async function listPublicCards(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ids: string[],
  origin: string,
) {
  return (await selectPublicCardsOf(db, clock(), ids)).map((card) => toResponse(card, null, origin));
}

/** The playlists that a user edits, newest first, each with its entry of the track, if it has one. */
export async function listChoices(c: Context, user_id: string, track_id: string, query: PageQuery) {
  const shared = await selectSharedIds(c.db, user_id);
  return paginate(
    query,
    byCreation,
    (page) => selectChoices(c.db, user_id, shared, track_id, page),
    () => countEditable(c.db, user_id, shared),
  );
}

/** A public playlist with its first live tracks, in order. @throws Problem `not_found`. */
export async function getPublicPlaylist(c: Context, id: string, limit: number) {
  const playlist = await getPlaylist(c, null, id);
  return { playlist, tracks: await selectFirstTracks(c.db, c.clock(), id, limit) };
}

export interface NewPlaylist {
  name: string;
  description?: string | null | undefined;
  privacy: Privacy;
  /** A path on our own origin. */
  cover_image_url?: string | null | undefined;
}

/** @throws Problem `limit_reached`. */
export function createPlaylist(c: Context, user_id: string, input: NewPlaylist) {
  return c.db.transaction().execute(async (tx) => {
    const id = await insertWithinLimit(tx, c, user_id, input);
    return selectAnyCard(tx, c.clock(), id);
  });
}

/** Inserts an empty playlist. @returns its id. @throws Problem `limit_reached`. */
export async function insertWithinLimit(
  tx: Tx,
  c: Context,
  user_id: string,
  input: NewPlaylist,
): Promise<string> {
  const tier = await lockPlan(tx, c.engine, user_id);
  await assertBelowLimit(tier, 'playlists', () => countOwn(tx, user_id));
  const now = c.clock();
  const row: Insertable<PlaylistTable> = {
    id: randomUUID(),
    user_id,
    name: input.name,
    description: input.description ?? null,
    privacy: input.privacy,
    cover_image_url: input.cover_image_url ?? null,
    is_deleted: 0,
    created_at: now,
    updated_at: now,
  };
  await tx.insertInto('playlist').values(row).execute();
  await indexPlaylist(tx, row);
  return row.id;
}

/**
 * Changes, deletes or restores the caller's playlist.
 * @throws Problem `not_found`, also for a deleted playlist unless it is restored; `forbidden` to an editor;
 *   `limit_reached` if the plan allows no more.
 */
export function editPlaylist(
  c: Context,
  user_id: string,
  id: string,
  input: Partial<NewPlaylist> & { is_deleted?: boolean | undefined },
) {
  return c.db.transaction().execute(async (tx) => {
    // Locks the user before the playlist, as everywhere, so that no two calls deadlock.
    const tier = input.is_deleted === false ? await lockPlan(tx, c.engine, user_id) : undefined;
    const locked = await lockPlaylist(tx, c.engine, { id, user_id });
    if (locked.is_deleted === 1 && input.is_deleted === undefined) throw new Problem('not_found');
    if (tier !== undefined && locked.is_deleted === 1)
      await assertBelowLimit(tier, 'playlists', () => countOwn(tx, user_id));
    await updatePlaylist(tx, c.engine, id, {
      ...input,
      is_deleted: input.is_deleted ? 1 : 0,
      updated_at: c.clock(),
    });
    const card = await selectAnyCard(tx, c.clock(), id);
    await indexPlaylist(tx, card);
    return card;
  });
}

/** Marks the caller's playlist as deleted. @throws Problem `not_found`; `forbidden` to an editor. */
export function deletePlaylist(c: Context, user_id: string, id: string): Promise<void> {
  return c.db.transaction().execute(async (tx) => {
    const locked = await lockPlaylist(tx, c.engine, { id, user_id });
    if (locked.is_deleted !== 0) throw new Problem('not_found');
    await updatePlaylist(tx, c.engine, id, { is_deleted: 1, updated_at: c.clock() });
    await deletePlaylistWords(tx, id);
  });
}

export function countPlaylists(c: Context, user_id: string): Promise<number> {
  return countOwn(c.db, user_id);
}

const PLAYLIST_PAGE = /^\/playlists\/([\da-f-]{36})\/?$/i;

/** Head of a public playlist's page; undefined for other pages, and for playlists that visitors can't see. */
export async function playlistHead(
  c: Context,
  pathname: string,
  language: LanguageCode,
): Promise<Head | undefined> {
  const id = PLAYLIST_PAGE.exec(pathname)?.[1]?.toLowerCase();
  const playlist = id && (await selectCard(c.db, c.clock(), id, null));
  if (!playlist) return undefined;
  const { name, username, track_count, description } = playlist;
  const values = { username, n: track_count, site: c.brand.name };
  const image = playlist.cover_image_url ?? playlist.covers[0];
  return {
    title: name,
    description:
      description ||
      say(
        language,
        'A playlist by {username}: {n, plural, one {# track} other {# tracks}} on {site}.',
        values,
      ),
    path: `/playlists/${id}`,
    feed: { title: name, path: feedPaths.playlist(id) },
    player: true,
    ...(image && { image }),
  };
}
