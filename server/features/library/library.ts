import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Activity } from 'contract/features/accounts/personal-data.ts';
import type { LibrarySort } from 'contract/features/library-constants.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { PersonalData } from '../../platform/feature.ts';
import { byCreation, type Order, type PageQuery, paginate } from '../../platform/http/requests/paging.ts';
import { assertBelowLimit, lockPlan } from '../accounts/accounts.ts';
import { lastEntry } from '../credits/credits.ts';
import { listLastPlayed } from '../plays/plays.ts';
import { findUnchosen, listOwnLatest } from '../song-requests/song-requests.ts';
import { getTracks, selectLiveIds, termsOf } from '../tracks/tracks.ts';
import {
  countSaved,
  deleteOwn,
  deleteOwnAmong,
  insertSaved,
  type LibraryRow,
  selectLibrary,
  selectMade,
  selectOwn,
  selectOwnAmong,
  selectSaved,
} from './queries.ts';

type SavingContext = Pick<Context, 'db' | 'engine' | 'clock'>;

/**
 * Saves a track.
 * @throws Problem `not_found` for a track that is not live; `already_saved`; `limit_reached`.
 */
export async function saveTrack(c: SavingContext, user_id: string, track_id: string) {
  const { known, added } = await saveTracks(c, user_id, [track_id]);
  if (known[0]) throw new Problem('already_saved', undefined, { saved_track_id: known[0].id });
  return added[0]!;
}

/**
 * Saves the tracks that the user has not saved yet, all of them or none. Only live tracks count towards the plan's
 * limit: withdrawn ones are invisible, so nobody could remove them to make room.
 * @param track_ids each once.
 * @throws Problem `not_found` if one of them is not live; `limit_reached`.
 */
export function saveTracks(c: SavingContext, user_id: string, track_ids: string[]) {
  return c.db.transaction().execute(async (tx) => {
    const now = c.clock();
    const tier = await lockPlan(tx, c.engine, user_id);
    if ((await selectLiveIds(tx, now, track_ids)).length < track_ids.length) throw new Problem('not_found');
    const known = await selectOwnAmong(tx, c.engine, user_id, track_ids);
    const knownIds = new Set(known.map(({ track_id }) => track_id));
    const added = track_ids
      .filter((id) => !knownIds.has(id))
      .map((track_id) => ({ id: randomUUID(), user_id, track_id, created_at: now }));
    if (added.length > 0) {
      const count = async () => (await countSaved(tx, c.engine, now, user_id)) + added.length - 1;
      await assertBelowLimit(tier, 'savedTracks', count);
      await insertSaved(tx, c.engine, added);
    }
    return { known, added };
  });
}

/** @throws Problem `not_found`, also for another user's. */
export async function unsaveTrack(c: Context, user_id: string, id: string): Promise<void> {
  if (!(await deleteOwn(c.db, { id, user_id }))) throw noSavedTrack();
}

/** Removes those of the tracks that the user has saved. */
export const unsaveTracks = (c: SavingContext, user_id: string, track_ids: string[]): Promise<void> =>
  deleteOwnAmong(c.db, c.engine, user_id, track_ids);

/** @throws Problem `not_found`, also for another user's. */
export async function getSavedTrack(c: Context, user_id: string, id: string) {
  const row = await selectOwn(c.db, { id, user_id });
  if (!row) throw noSavedTrack();
  return row;
}

const noSavedTrack = () => new Problem('not_found', 'Saved track not found');

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

/** Number of a user's saved live tracks. */
export function countFavorites(c: Context, user_id: string): Promise<number> {
  return countSaved(c.db, c.engine, c.clock(), user_id);
}

// PostgreSQL refuses NUL and lone surrogates.
const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed());
const whole = z.int().nonnegative().max(Number.MAX_SAFE_INTEGER);
/** The sort keys of each order, see `sortKeys`. */
const sortShapes: Record<LibrarySort, z.ZodType<(string | number)[]>> = {
  recent: z.tuple([z.literal('recent'), whole, z.uuid()]),
  title: z.tuple([z.literal('title'), text, z.uuid()]),
  artist: z.tuple([z.literal('artist'), text, text, z.uuid()]),
  duration: z.tuple([z.literal('duration'), whole.max(2 ** 31 - 1), text, z.uuid()]),
};

function libraryOrder(sort: LibrarySort): Order<LibraryRow, (string | number)[]> {
  return { keys: sortShapes[sort], keysOf: ({ keys, saved_track_id }) => [sort, ...keys, saved_track_id] };
}

/** A page of the library: saved tracks with everything about them. */
export async function listLibrary(
  c: Context,
  user_id: string,
  { q, sort, ...query }: PageQuery & { q?: string | undefined; sort: LibrarySort },
) {
  const now = c.clock();
  const terms = termsOf(q);
  return paginate(
    query,
    libraryOrder(sort),
    ({ after, limit }) =>
      selectLibrary(c.db, c.engine, now, user_id, { terms, sort, after: after?.slice(1), limit }),
    () => countSaved(c.db, c.engine, now, user_id, { terms }),
  );
}

export const savedTrackData: PersonalData = {
  name: 'saved_tracks',
  // A withdrawn track keeps its title but can no longer be opened.
  activity: (user_id) => sql<Activity>`
    select saved_track.id as id, 'save' as kind, saved_track.created_at as created_at,
      case when track.is_deleted = 0 then track.id end as subject_id,
      track.title as subject, track.display_artist as artist
    from saved_track join track on track.id = saved_track.track_id
    where saved_track.user_id = ${user_id}`,
  export: (db, user_id) =>
    db
      .selectFrom('saved_track')
      .innerJoin('track', 'track.id', 'saved_track.track_id')
      .where('saved_track.user_id', '=', user_id)
      .select(['saved_track.track_id', 'track.title', 'track.display_artist', 'saved_track.created_at'])
      .orderBy('saved_track.created_at')
      .execute(),
  erase: (tx, user_id) => tx.deleteFrom('saved_track').where('user_id', '=', user_id).execute(),
};

/** The latest songs that came of a member's requests and votes: whole rows in 2 and 4 columns. */
export const listMade = (c: Context, user_id: string) => selectMade(c.db, c.clock(), user_id, 8);

/** Length of the row, and the most songs that came of the member's votes, or requests, in it. */
const ROW = 5;
const EACH = 2;
/** Time that a released song is new to those who called for it, ms. */
const NEW_MS = 30 * 86_400_000;

/** Statuses, the nearest to being heard first. */
const URGENCY = ['choosing', 'in_studio', 'queued', 'open'];

/** Songs that a member called for, their requests that wait for their goal, and the tracks that they played. */
export async function jumpBackIn(c: Context, user_id: string) {
  const [requests, lastPlayed, entry] = await Promise.all([
    listOwnLatest(c.db, user_id),
    listLastPlayed(c.db, user_id, 2 * ROW),
    lastEntry(c.db, user_id),
  ]);
  const choose = await findUnchosen(
    c.db,
    user_id,
    requests.filter(({ status }) => status === 'choosing'),
  );
  const [nearest = null] = requests
    .filter(({ status }) => status === 'open')
    .toSorted((a, b) => b.votes - a.votes);
  const isNew = entry?.kind === 'grant' && entry.created_at > c.clock() - NEW_MS;
  const since = c.clock() - NEW_MS;
  const newSongs = requests
    .filter(({ release_date, track_id }) => track_id !== null && (release_date ?? 0) > since)
    .toSorted((a, b) => b.release_date! - a.release_date!)
    .flatMap(({ track_id }) => track_id ?? []);
  // Some may be withdrawn.
  const live = await getTracks(c, [...new Set([...newSongs, ...lastPlayed])]);
  const songs = live.filter(({ id }) => newSongs.includes(id)).slice(0, EACH);
  const waiting = requests
    .filter(({ status }) => URGENCY.includes(status))
    .toSorted((a, b) => URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status))
    .slice(0, EACH);
  const played = live
    .filter((track) => lastPlayed.includes(track.id) && !songs.includes(track))
    .slice(0, ROW - songs.length - waiting.length);
  return { songs, requests: waiting, played, choose, nearest, credits: isNew ? entry.amount : null };
}
