import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { PLAYLIST_TRACKS_MAX } from 'contract/features/library-constants.ts';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { type Order, type PageQuery, paginate } from '../../../platform/http/requests/paging.ts';
import { isLiveTrack, selectLiveIds } from '../../tracks/tracks.ts';
import { getPlaylist } from '../cards.ts';
import { lockPlaylist, touchEntries, type Viewer } from '../queries.ts';
import {
  countEntries,
  type EntryKeys,
  insertEntries,
  selectAllEntries,
  selectEntries,
  selectEntry,
  selectLockedEntry,
  selectOrder,
  selectPlaylistEntries,
  selectPlaylistOf,
  shiftPositions,
} from './entry-queries.ts';

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
  if (!entry) throw noPlaylistTrack();
  return entry;
}

/**
 * Adds a live track to the caller's playlist: at `position`, or at the end for 0, which is what §3 always sends.
 * @throws Problem `not_found`; `already_in_playlist`; `playlist_full`.
 */
export function addTrack(
  c: Context,
  user_id: string,
  input: { playlist_id: string; track_id: string; position: number },
) {
  const { playlist_id, track_id } = input;
  return changeEntries(c, user_id, playlist_id, async (tx) => {
    if (!(await isLiveTrack(tx, c.clock(), track_id))) throw new Problem('not_found');
    const known = await selectLockedEntry(tx, playlist_id, { track_id });
    if (known) throw new Problem('already_in_playlist', undefined, { playlist_track_id: known.id });
    const count = await countEntries(tx, { playlist_id });
    if (count >= PLAYLIST_TRACKS_MAX)
      throw new Problem('playlist_full', undefined, { limit: PLAYLIST_TRACKS_MAX });
    const position = input.position === 0 ? count : Math.min(input.position, count);
    await shiftPositions(tx, playlist_id, { first: position, last: count - 1, by: 1 });
    const row = { id: randomUUID(), playlist_id, track_id, position, created_at: c.clock() };
    await insertEntries(tx, c.engine, [row]);
    return { ...row, sort_index: position };
  });
}

/**
 * Moves an entry to a position, counted from 0; a position beyond the end means the end.
 * @throws Problem `not_found`; `bad_input` if the entry belongs to another playlist or track than given.
 */
export async function moveToPosition(
  c: Context,
  user_id: string,
  id: string,
  input: {
    position?: number | undefined;
    playlist_id?: string | undefined;
    track_id?: string | undefined;
  },
) {
  const playlist_id = await playlistOf(c, user_id, id);
  return changeEntries(c, user_id, playlist_id, async (tx) => {
    const entry = await findEntry(tx, playlist_id, id);
    for (const field of ['playlist_id', 'track_id'] as const) {
      if (input[field] !== undefined && input[field] !== entry[field])
        throw new Problem(
          'bad_input',
          `${field}: This cannot be changed. Please remove the track and add it again.`,
          { field },
        );
    }
    if (input.position === undefined) return entry;
    const last = (await countEntries(tx, { playlist_id })) - 1;
    const position = Math.min(input.position, last);
    await move(tx, entry, position);
    return { ...entry, position, sort_index: position };
  });
}

/**
 * Moves an entry right before or right after another, wherever that one is by now.
 * @returns the ids of all entries in order.
 * @throws Problem `not_found` if either is not in this playlist.
 */
export function moveNextTo(
  c: Context,
  user_id: string,
  playlist_id: string,
  input: { playlist_track_id: string; before?: string | undefined; after?: string | undefined },
): Promise<string[]> {
  return changeEntries(c, user_id, playlist_id, async (tx) => {
    const entry = await findEntry(tx, playlist_id, input.playlist_track_id);
    const other = await findEntry(tx, playlist_id, (input.before ?? input.after)!);
    if (entry.id !== other.id) {
      // Removing the entry moves everything behind it one place forward.
      const place = other.position - (other.position > entry.position ? 1 : 0);
      await move(tx, entry, input.before !== undefined ? place : place + 1);
    }
    return selectOrder(tx, playlist_id);
  });
}

/** Removes an entry and closes the gap. @throws Problem `not_found`. */
export async function removeTrack(c: Context, user_id: string, id: string): Promise<void> {
  const playlist_id = await playlistOf(c, user_id, id);
  await changeEntries(c, user_id, playlist_id, async (tx) => {
    const entry = await findEntry(tx, playlist_id, id);
    const count = await countEntries(tx, { playlist_id });
    await tx.deleteFrom('playlist_track').where('id', '=', id).execute();
    await shiftPositions(tx, playlist_id, { first: entry.position + 1, last: count - 1, by: -1 });
  });
}

/** Adds tracks to an empty playlist, in this order. */
export async function insertTracks(
  tx: Tx,
  { clock, engine }: Pick<Context, 'clock' | 'engine'>,
  playlist_id: string,
  track_ids: string[],
): Promise<void> {
  const rows = track_ids.map((track_id, position) => {
    return { id: randomUUID(), playlist_id, track_id, position, created_at: clock() };
  });
  await insertEntries(tx, engine, rows);
}

/**
 * Replaces the tracks of the caller's playlist that are live. Those that stay keep their entries; live ones are added,
 * each once. Withdrawn ones stay, each behind the track that it followed: who does not see them can't mean them.
 * @param change gets the ids of the live tracks in order, and returns the new ones.
 * @throws Problem `not_found`; `playlist_full`.
 */
export function changeTracks(
  c: Context,
  user_id: string,
  playlist_id: string,
  change: (track_ids: string[]) => string[],
): Promise<void> {
  return changeEntries(c, user_id, playlist_id, async (tx) => {
    const now = c.clock();
    const before = await selectAllEntries(tx, now, playlist_id);
    const known = new Map(before.map((entry) => [entry.track_id, entry]));
    const isShown = (track_id: string) => known.get(track_id)?.live === 1;
    const wanted = [...new Set(change([...known.keys()].filter(isShown)))];
    const added = wanted.filter((track_id) => !known.has(track_id));
    const live = new Set(added.length > 0 ? await selectLiveIds(tx, now, added) : []);
    const shown = wanted.filter((track_id) => isShown(track_id) || live.has(track_id));
    const after = withHidden([...known.keys()], isShown, shown);
    if (after.length > PLAYLIST_TRACKS_MAX)
      throw new Problem('playlist_full', undefined, { limit: PLAYLIST_TRACKS_MAX });
    await tx.deleteFrom('playlist_track').where('playlist_id', '=', playlist_id).execute();
    await insertEntries(
      tx,
      c.engine,
      after.map((track_id, position) => {
        const { id, created_at } = known.get(track_id) ?? { id: randomUUID(), created_at: now };
        return { id, playlist_id, track_id, position, created_at };
      }),
    );
  });
}

/** Puts each hidden one of a former order behind the last one before it that is still there. */
function withHidden(before: string[], isShown: (id: string) => boolean, shown: string[]): string[] {
  const stays = new Set(shown);
  const behind = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const id of before) {
    if (!isShown(id)) behind.set(last, [...(behind.get(last) ?? []), id]);
    else if (stays.has(id)) last = id;
  }
  const hiddenAfter = (id: string | undefined) => behind.get(id) ?? [];
  return [...hiddenAfter(undefined), ...shown.flatMap((id) => [id, ...hiddenAfter(id)])];
}

/** Runs a change under the lock of the caller's playlist. @throws Problem `not_found`. */
function changeEntries<T>(
  c: Context,
  user_id: string,
  playlist_id: string,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return c.db.transaction().execute(async (tx) => {
    const locked = await lockPlaylist(tx, c.engine, { id: playlist_id, user_id });
    if (locked?.is_deleted !== 0) throw new Problem('not_found');
    const result = await change(tx);
    await touchEntries(tx, playlist_id, c.clock());
    return result;
  });
}

async function playlistOf(c: Context, user_id: string, entry_id: string): Promise<string> {
  const playlist_id = await selectPlaylistOf(c.db, entry_id, user_id);
  if (playlist_id === undefined) throw noPlaylistTrack();
  return playlist_id;
}

/** Reads the entry again under the lock, since it may be gone by now. */
async function findEntry(tx: Tx, playlist_id: string, id: string) {
  const entry = await selectLockedEntry(tx, playlist_id, { id });
  if (!entry) throw noPlaylistTrack();
  return entry;
}

const noPlaylistTrack = () => new Problem('not_found', 'Playlist track not found');

type Entry = { id: string; playlist_id: string; position: number };

async function move(tx: Tx, { id, playlist_id, position: from }: Entry, to: number): Promise<void> {
  if (from < to) await shiftPositions(tx, playlist_id, { first: from + 1, last: to, by: -1 });
  else await shiftPositions(tx, playlist_id, { first: to, last: from - 1, by: 1 });
  await tx.updateTable('playlist_track').set({ position: to }).where('id', '=', id).execute();
}
