import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { PLAYLIST_TRACKS_MAX } from 'contract/features/library-constants.ts';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Engine } from '../../../platform/db/engine.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { type Order, type PageQuery, paginate } from '../../../platform/http/requests/paging.ts';
import { isLiveTrack, selectLiveIds } from '../../tracks/tracks.ts';
import { getPlaylist } from '../cards.ts';
import { lockEdited, touchEntries, type Viewer } from '../queries.ts';
import {
  countEntries,
  deleteEntry,
  type EntryKeys,
  insertEntries,
  selectAllEntries,
  selectEntries,
  selectEntry,
  selectOrder,
  selectPlaylistEntries,
  selectPlaylistOf,
  updateKeys,
} from './entry-queries.ts';
import { keyBetween, newKeys } from './order-keys.ts';

/** A playlist with all its entries. @throws Problem `not_found`. */
export async function getWithEntries(c: Context, viewer: Viewer, playlist_id: string) {
  const playlist = await getPlaylist(c, viewer, playlist_id);
  return { playlist, entries: await listEntries(c, playlist_id) };
}

/** All entries of a playlist in order; `track` is null for tracks that are no longer live. */
export async function listEntries(c: Context, playlist_id: string) {
  const rows = await selectPlaylistEntries(c.db, c.clock(), playlist_id);
  return rows.map(({ entry_id, added_by, live, ...track }, position) => ({
    id: entry_id,
    track_id: track.id,
    position,
    added_by,
    title: track.title,
    display_artist: track.display_artist,
    duration_seconds: track.duration_seconds,
    track: live === 1 ? track : null,
  }));
}

const entryOrder: Order<{ playlist_id: string; order_key: string; placed: number; id: string }, EntryKeys> = {
  keys: z.tuple([z.uuid(), z.string().max(50), z.int().nonnegative(), z.uuid()]),
  keysOf: ({ playlist_id, order_key, placed, id }) => [playlist_id, order_key, placed, id],
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
 * Adds a live track to a playlist that the caller edits: at `position`, or at the end for 0, which is what §3 always
 * sends.
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
    const entries = await selectOrder(tx, playlist_id);
    const known = entries.find((entry) => entry.track_id === track_id);
    if (known) throw new Problem('already_in_playlist', undefined, { playlist_track_id: known.id });
    const count = entries.length;
    if (count >= PLAYLIST_TRACKS_MAX)
      throw new Problem('playlist_full', undefined, { limit: PLAYLIST_TRACKS_MAX });
    const position = input.position === 0 ? count : Math.min(input.position, count);
    const order_key = await keyAt(tx, c.engine, entries, position);
    const row = { id: randomUUID(), playlist_id, track_id, position, created_at: c.clock() };
    await insertEntries(tx, c.engine, [{ ...row, order_key, added_by: user_id }]);
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
    const { entry, place, others } = await takeOut(tx, playlist_id, id);
    for (const field of ['playlist_id', 'track_id'] as const) {
      if (input[field] !== undefined && input[field] !== entry[field])
        throw new Problem('bad_input', 'This cannot be changed. Please remove the track and add it again.', {
          field,
        });
    }
    const position = Math.min(input.position ?? place, others.length);
    if (position !== place) await putBack(tx, c.engine, entry, others, position);
    return { ...entry, position, sort_index: position };
  });
}

/**
 * Moves an entry right before or right after another, wherever that one is by now. If it is gone, the entry goes to the
 * other side of the neighbor.
 * @returns the ids of all entries in order.
 * @throws Problem `not_found` if the entry is not in this playlist, or neither of the others is.
 */
export function moveNextTo(
  c: Context,
  user_id: string,
  playlist_id: string,
  input: { playlist_track_id: string } & { [beside in 'before' | 'after' | 'neighbor']?: string | undefined },
): Promise<string[]> {
  return changeEntries(c, user_id, playlist_id, async (tx) => {
    const { entry, place, others } = await takeOut(tx, playlist_id, input.playlist_track_id);
    const placeOf = (id: string | undefined) => others.findIndex((other) => other.id === id);
    const target = (input.before ?? input.after)!;
    const [to, side] = [placeOf(target), placeOf(input.neighbor)];
    const isAfter = (input.after !== undefined) === (to !== -1);
    const beside = to !== -1 ? to : side;
    const position = target === entry.id ? place : beside === -1 ? -1 : beside + (isAfter ? 1 : 0);
    if (position === -1) throw noPlaylistTrack();
    if (position !== place) await putBack(tx, c.engine, entry, others, position);
    return others.toSpliced(position, 0, entry).map(({ id }) => id);
  });
}

/** Removes an entry of a playlist that the caller edits. @throws Problem `not_found`. */
export async function removeTrack(c: Context, user_id: string, id: string): Promise<void> {
  const playlist_id = await playlistOf(c, user_id, id);
  await changeEntries(c, user_id, playlist_id, async (tx) => {
    if (!(await deleteEntry(tx, playlist_id, id))) throw noPlaylistTrack();
  });
}

/** Adds tracks to an empty playlist of this user's, in this order. */
export async function insertTracks(
  tx: Tx,
  { clock, engine }: Pick<Context, 'clock' | 'engine'>,
  { playlist_id, user_id }: { playlist_id: string; user_id: string },
  track_ids: string[],
): Promise<void> {
  const keys = newKeys(track_ids.length);
  const rows = track_ids.map((track_id, position) => {
    const place = { order_key: keys[position]!, position };
    return { id: randomUUID(), playlist_id, track_id, ...place, added_by: user_id, created_at: clock() };
  });
  await insertEntries(tx, engine, rows);
}

/**
 * Replaces the tracks of a playlist that the caller edits, as far as they are live. Those that stay keep their entries;
 * live ones are added, each once. Withdrawn ones stay, each behind the track that it followed: who does not see them
 * can't mean them.
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
    const keys = newKeys(after.length);
    const added_now = { added_by: user_id, created_at: now };
    await insertEntries(
      tx,
      c.engine,
      after.map((track_id, position) => {
        const { id, added_by, created_at } = known.get(track_id) ?? { id: randomUUID(), ...added_now };
        return { id, playlist_id, track_id, order_key: keys[position]!, position, added_by, created_at };
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

/** Runs a change under the lock of a playlist that the caller edits. @throws Problem `not_found`. */
function changeEntries<T>(
  c: Context,
  user_id: string,
  playlist_id: string,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return c.db.transaction().execute(async (tx) => {
    await lockEdited(tx, c.engine, { id: playlist_id, user_id });
    const result = await change(tx);
    await touchEntries(tx, c.engine, playlist_id, c.clock());
    return result;
  });
}

async function playlistOf(c: Context, user_id: string, entry_id: string): Promise<string> {
  const playlist_id = await selectPlaylistOf(c.db, entry_id, user_id);
  if (playlist_id === undefined) throw noPlaylistTrack();
  return playlist_id;
}

const noPlaylistTrack = () => new Problem('not_found', 'Playlist track not found');

type Entry = Awaited<ReturnType<typeof selectOrder>>[number];

/** An entry, its place, and the others in order. Read under the lock, since it may be gone by now. */
async function takeOut(tx: Tx, playlist_id: string, id: string) {
  const entries = await selectOrder(tx, playlist_id);
  const place = entries.findIndex((entry) => entry.id === id);
  if (place === -1) throw noPlaylistTrack();
  return { entry: entries[place]!, place, others: entries.toSpliced(place, 1) };
}

async function putBack(
  tx: Tx,
  engine: Engine,
  { id }: Entry,
  others: Entry[],
  position: number,
): Promise<void> {
  await updateKeys(tx, engine, [{ id, order_key: await keyAt(tx, engine, others, position) }]);
}

/** A key for an entry at this place among others, which get new ones if there is no room. */
async function keyAt(tx: Tx, engine: Engine, others: Entry[], position: number): Promise<string> {
  const key = keyBetween(others[position - 1]?.order_key, others[position]?.order_key);
  if (key !== undefined) return key;
  const keys = newKeys(others.length + 1);
  const [free] = keys.splice(position, 1);
  await updateKeys(
    tx,
    engine,
    others.map(({ id }, place) => ({ id, order_key: keys[place]! })),
  );
  return free!;
}
