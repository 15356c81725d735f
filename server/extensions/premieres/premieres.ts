import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import {
  HEARINGS_PER_DAY,
  PREMIERE_AFTER_RELEASE_MS,
  PREMIERE_AHEAD_MS,
  PREMIERE_LEAD_MS,
} from 'contract/extensions/hearing/premiere-constants.ts';
import type { Premiere, PremiereState } from 'contract/extensions/hearing/premieres.ts';
import { sql } from 'kysely';
import {
  assertVisible,
  getRequest,
  lockRequest,
  type RequestRow,
  type RequestStep,
} from '../../features/song-requests/song-requests.ts';
import { findTrack } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import type { RunningJob } from '../../platform/jobs.ts';
import { addNews, deleteNews } from '../following/following.ts';
import { deletePremiere, notifyBackers } from '../notifications/notifications.ts';
import {
  countOf,
  deleteGuests,
  insertPremiere,
  selectEnd,
  selectLatest,
  selectRequestOf,
  updatePremiere,
} from './queries.ts';

export { premiereData } from './queries.ts';

const DAY_MS = 86_400_000;

type Released = Pick<RequestRow, 'id' | 'status' | 'track_id' | 'release_date'>;
/** A premiere with its row, if somebody named its time, and the song's names. */
export type Found = Premiere & { row: Awaited<ReturnType<typeof selectLatest>> };

/** Tells every server's audience of a request's premiere, once the transaction has committed. */
const notifyHouse = (tx: Tx, engine: Engine, request_id: string) =>
  engine.notify('premiere', request_id).execute(tx);

/**
 * The premiere of a request that is ahead or under way; undefined if there is none. Without a named time, or when the
 * choice took longer than that, it follows the release at once.
 */
export async function findPremiere(
  { db, clock }: { db: Db | Tx; clock: () => number },
  { id: request_id, status, track_id, release_date }: Released,
): Promise<Found | undefined> {
  const now = clock();
  const isMade = status === 'in_studio' || status === 'choosing';
  if (!isMade && (status !== 'released' || track_id === null)) return undefined;
  const row = await selectLatest(db, request_id);
  if (isMade) {
    const isAhead = row !== undefined && row.starts_at > now;
    return isAhead
      ? { request_id, track_id: null, starts_at: row.starts_at, ends_at: null, is_set: true, row }
      : undefined;
  }
  const atOnce = release_date! + PREMIERE_AFTER_RELEASE_MS;
  const named = row && row.starts_at > atOnce ? row : undefined;
  const starts_at = named?.starts_at ?? atOnce;
  const track = await findTrack({ db, clock }, track_id!);
  const ends_at = starts_at + Math.round((track?.duration_seconds ?? 0) * 1000);
  if (!track || ends_at <= now) return undefined;
  return { request_id, track_id, starts_at, ends_at, is_set: named !== undefined, row: named };
}

/** @throws Problem `not_found`. */
export async function getState(c: Context, user: CurrentUser | null, id: string): Promise<PremiereState> {
  const request = await getRequest(c.db, user, id);
  return stateOf(await findPremiere(c, request), mayName(request, user));
}

const mayName = (
  { requested_by }: Pick<RequestRow, 'requested_by'>,
  user: Pick<CurrentUser, 'username' | 'plan_tier'> | null,
) => user !== null && (user.plan_tier === 'admin' || user.username === requested_by);

const stateOf = (found: Found | undefined, may_set: boolean): PremiereState => ({
  premiere: found ? publicOf(found) : null,
  may_set,
});

/** The reason for the early end of a request's latest premiere; null if it ended with its song. */
export async function whyOver(db: Db, request_id: string): Promise<'withdrawn' | 'called_off' | null> {
  const { is_live, release_date, called_off_at } = (await selectEnd(db, request_id)) ?? {};
  if (release_date != null && !is_live) return 'withdrawn';
  return called_off_at != null && called_off_at > (release_date ?? 0) ? 'called_off' : null;
}

/** As everybody sees it. */
export const publicOf = ({ row: _, ...premiere }: Found): Premiere => premiere;

/**
 * Names the time of a premiere, or calls a hearing of a released song and tells its backers and followers.
 * @param assertRate called only for a new one; throws if there were too many.
 * @throws Problem `not_found`, `forbidden`, `bad_input`, `premiere_ahead`, `premiere_too_early`, `too_many_hearings`.
 */
export function setPremiere(
  c: Context,
  user: CurrentUser,
  request_id: string,
  starts_at: number,
  assertRate: () => void,
): Promise<PremiereState> {
  return c.db.transaction().execute(async (tx) => {
    const request = await lockNameable(tx, c, user, request_id);
    const now = c.clock();
    if (starts_at < now + PREMIERE_LEAD_MS || starts_at > now + PREMIERE_AHEAD_MS)
      throw new Problem('bad_input', 'Please choose a time within the next 48 hours.', {
        field: 'starts_at',
      });
    const here = { db: tx, clock: c.clock };
    const isMade = request.status === 'in_studio' || request.status === 'choosing';
    if (!isMade && request.status !== 'released') throw new Problem('premiere_too_early');
    const known = isMade ? await selectLatest(tx, request_id) : undefined;
    if (!isMade && (await findPremiere(here, request))) throw new Problem('premiere_ahead');
    if (known) await updatePremiere(tx, known.id, { starts_at, host_id: user.id, updated_at: now });
    else {
      if ((await countOf(tx, user.id, now - DAY_MS, HEARINGS_PER_DAY)) >= HEARINGS_PER_DAY)
        throw new Problem('too_many_hearings');
      assertRate();
      const at = { starts_at, called_off_at: null, created_at: now, updated_at: now };
      await insertPremiere(tx, { id: randomUUID(), request_id, host_id: user.id, ...at });
    }
    const found = await findPremiere(here, request);
    // Withdrawn songs have none.
    if (!found) throw new Problem('not_found');
    if (!isMade) await tell(tx, c.engine, request, found, now);
    await notifyHouse(tx, c.engine, request_id);
    return stateOf(found, true);
  });
}

/** @throws Problem `not_found`; `forbidden` unless the user requested the song or is an admin. */
async function lockNameable(tx: Tx, { engine }: Context, user: CurrentUser, id: string): Promise<RequestRow> {
  const request = await lockRequest(tx, engine, id);
  assertVisible(request, user);
  if (!mayName(request, user)) throw new Problem('forbidden');
  return request;
}

/** Calls off a named premiere that is ahead or under way; those who are there are told. */
export function callOff(c: Context, user: CurrentUser, request_id: string): Promise<PremiereState> {
  return c.db.transaction().execute(async (tx) => {
    const request = await lockNameable(tx, c, user, request_id);
    const here = { db: tx, clock: c.clock };
    const row = (await findPremiere(here, request))?.row;
    if (row) {
      const now = c.clock();
      await updatePremiere(tx, row.id, { called_off_at: now, updated_at: now });
      // Followers who were not told yet are not told any more; then what the others were told goes.
      await deleteNews(tx, { kind: 'request', target: request_id, source: row.id });
      await deletePremiere(tx, row.id);
      await notifyHouse(tx, c.engine, request_id);
    }
    return stateOf(await findPremiere(here, request), true);
  });
}

/** Tells the requester, the voters and the followers of a released song when it is heard together. */
async function tell(
  tx: Tx,
  engine: Engine,
  request: Pick<RequestRow, 'id' | 'title' | 'artist'>,
  { row, starts_at, track_id }: Found,
  created_at: number,
): Promise<void> {
  const { id: subject } = row!;
  const what = { track_id, reason: new Date(starts_at).toISOString(), created_at };
  const requester = sql`select user_id from song_request where id = ${request.id}`;
  const voters = sql`select user_id from backer where request_id = ${request.id} and votes > 0`;
  const kind = 'request_premiere' as const;
  await notifyBackers(tx, engine, request, { requester, voters }, { ...what, kind, subject });
  const about = { kind: 'request', target: request.id, request_id: request.id } as const;
  await addNews(tx, engine, { ...about, ...what, notice: kind, source: subject });
}

/** A request was released: tells when its song is heard together, if somebody named a time. */
export function announceRelease(c: Context, { request_id, kind }: RequestStep, job: RunningJob) {
  return c.db.transaction().execute(async (tx) => {
    await job.end(tx);
    if (kind !== 'released') return;
    const request = await lockRequest(tx, c.engine, request_id);
    const found = await findPremiere({ db: tx, clock: c.clock }, request);
    if (found?.row) await tell(tx, c.engine, request, found, c.clock());
    await notifyHouse(tx, c.engine, request_id);
  });
}

/** A song was withdrawn: those who hear it together are told. */
export function endOfWithdrawn(c: Context, { id }: { id: string }, job: RunningJob) {
  return c.db.transaction().execute(async (tx) => {
    await job.end(tx);
    const request = await selectRequestOf(tx, id);
    if (request) await notifyHouse(tx, c.engine, request.id);
  });
}

/** Deletes who was at premieres that are over. Runs every hour. */
export const pruneGuests = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  deleteGuests(db, [], clock() - 3_600_000);
