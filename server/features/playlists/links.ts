import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { PLAYLIST_TRACKS_MAX } from 'contract/library-constants.ts';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { type Order, type PageQuery, paginate } from '../../platform/http/paging.ts';
import { isLiveTrack } from '../tracks/tracks.ts';
import {
  countLinks,
  deleteLink,
  findLink,
  insertLinks,
  type LinkKeys,
  playlistOfLink,
  selectEntries,
  selectLink,
  selectLinks,
  selectOrder,
  setPosition,
  shift,
} from './link-queries.ts';
import { getPlaylist } from './playlists.ts';
import { holdPlaylist, updatePlaylist, type Viewer } from './queries.ts';

/** Everything in a playlist that the viewer may see, in order; `track` is null for what is gone. */
export async function listEntries(c: Context, viewer: Viewer, playlist_id: string) {
  const playlist = await getPlaylist(c, viewer, playlist_id);
  const rows = await selectEntries(c.db, c.clock(), playlist_id);
  const entries = rows.map(({ link_id, position, live, ...track }) => ({
    id: link_id,
    track_id: track.id,
    position,
    title: track.title,
    display_artist: track.display_artist,
    duration_seconds: track.duration_seconds,
    track: live === 1 ? track : null,
  }));
  return { playlist, entries };
}

const linkOrder: Order<{ playlist_id: string; position: number }, LinkKeys> = {
  keys: z.tuple([z.uuid(), z.int().nonnegative().max(PLAYLIST_TRACKS_MAX)]),
  keysOf: ({ playlist_id, position }) => [playlist_id, position],
};

/** The links of one playlist, or of all of the caller's own. */
export async function listLinks(
  c: Context,
  viewer: Viewer,
  { playlist_id, ...query }: PageQuery & { playlist_id?: string | undefined },
) {
  if (playlist_id !== undefined) await getPlaylist(c, viewer, playlist_id);
  else if (!viewer) throw new Problem('unauthorized');
  const of = playlist_id !== undefined ? { playlist_id } : { user_id: viewer!.id };
  return paginate(
    query,
    linkOrder,
    (page) => selectLinks(c.db, of, page),
    () => countLinks(c.db, of),
  );
}

/** @throws Problem `not_found`, also for a link of somebody else's private playlist. */
export async function getLink(c: Context, viewer: Viewer, id: string) {
  const link = await selectLink(c.db, id, viewer);
  if (!link) throw new Problem('not_found');
  return link;
}

/**
 * Puts a live track into an own playlist: at `position`, or at the end for 0, which is what §3 always sends.
 * @throws Problem `not_found`; `already_in_playlist`; `playlist_full`.
 */
export function addTrack(
  c: Context,
  user_id: string,
  wish: { playlist_id: string; track_id: string; position: number },
) {
  const { playlist_id, track_id } = wish;
  return changed(c, user_id, playlist_id, async (tx) => {
    if (!(await isLiveTrack(tx, c.clock(), track_id))) throw new Problem('not_found');
    const known = await findLink(tx, playlist_id, { track_id });
    if (known) throw new Problem('already_in_playlist', undefined, { playlist_track_id: known.id });
    const count = await countLinks(tx, { playlist_id });
    if (count >= PLAYLIST_TRACKS_MAX)
      throw new Problem('playlist_full', undefined, { limit: PLAYLIST_TRACKS_MAX });
    const position = wish.position === 0 ? count : Math.min(wish.position, count);
    await shift(tx, playlist_id, { first: position, last: count - 1, by: 1 });
    const row = { id: randomUUID(), playlist_id, track_id, position, created_at: c.clock() };
    await insertLinks(tx, [row]);
    return { ...row, sort_index: position };
  });
}

/**
 * Moves a link to a position, counted from 0; beyond the end means the end.
 * @throws Problem `not_found`; `bad_input` when the link is of another playlist or track than said.
 */
export async function moveTo(
  c: Context,
  user_id: string,
  id: string,
  wish: {
    position?: number | undefined;
    playlist_id?: string | undefined;
    track_id?: string | undefined;
  },
) {
  const playlist_id = await ownPlaylistOf(c, user_id, id);
  return changed(c, user_id, playlist_id, async (tx) => {
    const link = await mustFind(tx, playlist_id, id);
    for (const field of ['playlist_id', 'track_id'] as const) {
      if (wish[field] !== undefined && wish[field] !== link[field])
        throw new Problem('bad_input', `${field}: A link stays what it is; please make another.`, { field });
    }
    if (wish.position === undefined) return link;
    const last = (await countLinks(tx, { playlist_id })) - 1;
    const position = Math.min(wish.position, last);
    await move(tx, link, position);
    return { ...link, position, sort_index: position };
  });
}

/**
 * Moves a link to right before or right after another, wherever that stands by now.
 * @returns the ids of all links in order.
 * @throws Problem `not_found` when either is not in this playlist.
 */
export function moveBeside(
  c: Context,
  user_id: string,
  playlist_id: string,
  wish: { playlist_track_id: string; before?: string | undefined; after?: string | undefined },
): Promise<string[]> {
  return changed(c, user_id, playlist_id, async (tx) => {
    const link = await mustFind(tx, playlist_id, wish.playlist_track_id);
    const other = await mustFind(tx, playlist_id, (wish.before ?? wish.after)!);
    if (link.id !== other.id) {
      // Taking the link out moves what stands behind it one place forward.
      const place = other.position - (other.position > link.position ? 1 : 0);
      await move(tx, link, wish.before !== undefined ? place : place + 1);
    }
    return selectOrder(tx, playlist_id);
  });
}

/** Takes a link out; what stood behind it moves up. @throws Problem `not_found`. */
export async function removeTrack(c: Context, user_id: string, id: string): Promise<void> {
  const playlist_id = await ownPlaylistOf(c, user_id, id);
  await changed(c, user_id, playlist_id, async (tx) => {
    const link = await mustFind(tx, playlist_id, id);
    const count = await countLinks(tx, { playlist_id });
    await deleteLink(tx, id);
    await shift(tx, playlist_id, { first: link.position + 1, last: count - 1, by: -1 });
  });
}

/** Fills a new playlist with tracks, in this order. */
export async function fill(tx: Tx, now: number, playlist_id: string, track_ids: string[]): Promise<void> {
  const rows = track_ids.map((track_id, position) => {
    return { id: randomUUID(), playlist_id, track_id, position, created_at: now };
  });
  await insertLinks(tx, rows);
}

/** Changes what is in an own playlist, alone. @throws Problem `not_found` when it is not there (any more). */
function changed<T>(
  c: Context,
  user_id: string,
  playlist_id: string,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return c.db.transaction().execute(async (tx) => {
    const held = await holdPlaylist(tx, c.engine, { id: playlist_id, user_id });
    if (held?.is_deleted !== 0) throw new Problem('not_found');
    const result = await change(tx);
    await updatePlaylist(tx, playlist_id, { updated_at: c.clock() });
    return result;
  });
}

async function ownPlaylistOf(c: Context, user_id: string, link_id: string): Promise<string> {
  const playlist_id = await playlistOfLink(c.db, link_id, user_id);
  if (playlist_id === undefined) throw new Problem('not_found');
  return playlist_id;
}

/** The link as it stands under the lock: it may be gone since it was looked for. */
async function mustFind(tx: Tx, playlist_id: string, id: string) {
  const link = await findLink(tx, playlist_id, { id });
  if (!link) throw new Problem('not_found');
  return link;
}

type Link = { id: string; playlist_id: string; position: number };

async function move(tx: Tx, { id, playlist_id, position: from }: Link, to: number): Promise<void> {
  if (from < to) await shift(tx, playlist_id, { first: from + 1, last: to, by: -1 });
  else if (from > to) await shift(tx, playlist_id, { first: to, last: from - 1, by: 1 });
  await setPosition(tx, id, to);
}
