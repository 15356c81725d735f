import { Problem } from 'contract/errors.ts';
import { PLAYLIST_TRACKS_MAX } from 'contract/library-constants.ts';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { type Order, type PageQuery, paginate } from '../../platform/http/paging.ts';
import {
  countEntries,
  type EntryKeys,
  selectEntries,
  selectEntry,
  selectPlaylistEntries,
} from './entry-queries.ts';
import { getPlaylist } from './playlists.ts';
import type { Viewer } from './queries.ts';

/** A playlist with all its entries. @throws Problem `not_found`. */
export async function getWithEntries(c: Context, viewer: Viewer, playlist_id: string) {
  const playlist = await getPlaylist(c, viewer, playlist_id);
  return { playlist, entries: await listEntries(c, playlist_id) };
}

/** All entries of a playlist in order; `track` is null for tracks that are no longer live. */
export async function listEntries(c: Context, playlist_id: string) {
  const rows = await selectPlaylistEntries(c.db, c.clock(), playlist_id);
  return rows.map(({ entry_id, position, live, ...track }) => ({
    id: entry_id,
    track_id: track.id,
    position,
    title: track.title,
    display_artist: track.display_artist,
    duration_seconds: track.duration_seconds,
    track: live === 1 ? track : null,
  }));
}

const entryOrder: Order<{ playlist_id: string; position: number }, EntryKeys> = {
  keys: z.tuple([z.uuid(), z.int().nonnegative().max(PLAYLIST_TRACKS_MAX)]),
  keysOf: ({ playlist_id, position }) => [playlist_id, position],
};

/** A page of the entries of one playlist, or of all the caller's playlists. */
export async function listPlaylistTracks(
  c: Context,
  viewer: Viewer,
  { playlist_id, ...query }: PageQuery & { playlist_id?: string | undefined },
) {
  if (playlist_id !== undefined) await getPlaylist(c, viewer, playlist_id);
  else if (!viewer) throw new Problem('unauthorized');
  const of = playlist_id !== undefined ? { playlist_id } : { user_id: viewer!.id };
  return paginate(
    query,
    entryOrder,
    (page) => selectEntries(c.db, of, page),
    () => countEntries(c.db, of),
  );
}

/** @throws Problem `not_found`, also for an entry of another user's private playlist. */
export async function getPlaylistTrack(c: Context, viewer: Viewer, id: string) {
  const entry = await selectEntry(c.db, id, viewer);
  if (!entry) throw new Problem('not_found');
  return entry;
}
