import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { can, upgradeHint } from 'contract/plans.ts';
import type { Voted } from 'contract/song-requests.ts';
import { REQUEST_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Context } from '../../context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { idOfKey } from '../../platform/http/idempotency-key.ts';
import { reverse, spend } from '../credits/credits.ts';
import { notifyAboutRequest } from '../notifications/notifications.ts';
import { announce } from './announce.ts';
import type { BallotBox } from './ballot-box.ts';
import { getRequest } from './board.ts';
import { nameKey, type SongName, searchText } from './names.ts';
import {
  holdRequests,
  insertRequest,
  moveCounts,
  type RequestRow,
  selectByName,
  selectRequester,
  updateRequest,
  voters,
} from './queries.ts';

export { ballotBox } from './ballot-box.ts';
/** For publishing: what waits to be made. */
export { listQueued } from './board.ts';
export { songRequestChecks } from './checks.ts';
export { songRequestData } from './personal.ts';

export interface Wish extends SongName {
  genre: string;
  description: string;
}

/**
 * Asks for a song: takes the credits and makes the request, both or neither.
 * @param key the caller's; a repeat answers the request that the first made, as it is now.
 * @throws Problem `plan_refuses`; `not_enough_credits` with what is `needed`; `duplicate_request` with the
 *   `request_id`; `conflict` when the key was used for another song.
 */
export async function submit(
  c: Context,
  user: Pick<CurrentUser, 'id' | 'plan_tier'>,
  wish: Wish,
  key?: string,
) {
  if (!can(user, 'requestSongs')) throw new Problem('plan_refuses', upgradeHint('requests', user.plan_tier));
  const id = key === undefined ? randomUUID() : idOfKey('request', user.id, key);
  const { title, artist, genre, description } = wish;
  const now = c.clock();
  const song = await c.db.transaction().execute(async (tx) => {
    const row = { id, user_id: user.id, title, artist, genre, description, created_at: now };
    const written = await insertRequest(tx, row);
    const { repeated } = await spend(tx, c.engine, {
      user_id: user.id,
      kind: 'request',
      amount: REQUEST_COST,
      key: `request:${id}`,
      reference: id,
      subject: title,
      now,
    });
    if (written) {
      await moveCounts(tx, { requests: 1, votes: 0, queued: 0 });
      await announce(tx, c.engine, [id]);
    } else if (!repeated) await refuseDuplicate(tx, row);
    return getRequest(tx, user.id, id);
  });
  if (nameKey(song) !== nameKey(wish)) throw new Problem('conflict');
  return song;
}

/**
 * One vote: takes the credits and counts it, both or neither.
 * @param key the caller's; a repeat charges nothing and answers with the request and the balance as they are now.
 * @throws Problem `plan_refuses`; `not_found`; `request_closed` for one that was released or declined;
 *   `not_enough_credits` with what is `needed`; `conflict` when the key was used for another request.
 */
export async function vote(
  box: BallotBox,
  user: Pick<CurrentUser, 'id' | 'plan_tier'>,
  request_id: string,
  key?: string,
): Promise<Voted> {
  if (!can(user, 'vote')) throw new Problem('plan_refuses', upgradeHint('upvotes', user.plan_tier));
  const id = key === undefined ? randomUUID() : idOfKey('vote', user.id, key);
  return box({ id, user_id: user.id, request_id });
}

/** The request, held until the transaction ends. @throws Problem `not_found`. */
async function hold(tx: Tx, engine: Engine, id: string): Promise<RequestRow> {
  const [row] = await holdRequests(tx, engine, [id]).execute();
  if (!row) throw new Problem('not_found');
  return row;
}

const CLOSED = 'This request was released or declined before.';

const isOnBoard = (row: RequestRow) => row.status === 'open' || row.status === 'queued';

function moveOnBoard(tx: Tx, row: RequestRow, direction: 1 | -1) {
  const queued = row.votes >= VOTE_GOAL ? direction : 0;
  return moveCounts(tx, { requests: direction, votes: direction * row.votes, queued });
}

/**
 * Takes a request off the board because its song is there: part of the transaction that publishes it.
 * @returns the request as it was.
 * @throws Problem `not_found`; `request_closed` when it was released or declined before.
 */
export async function release(
  tx: Tx,
  engine: Engine,
  { id, track_id, now }: { id: string; track_id: string | null; now: number },
): Promise<RequestRow & { user_id: string }> {
  const row = await hold(tx, engine, id);
  if (!isOnBoard(row)) throw new Problem('request_closed', CLOSED);
  await updateRequest(tx, id, { released: 1, release_date: now, track_id });
  await moveOnBoard(tx, row, -1);
  await announce(tx, engine, [id]);
  const user_id = await selectRequester(tx, id);
  const what = { kind: 'request_released', track_id, reason: null, created_at: now } as const;
  await notifyAboutRequest(tx, engine, { ...row, user_id }, voters(id), what);
  return { ...row, user_id };
}

/**
 * Declines a request: it leaves the board, and whoever asked for it or voted gets every credit back.
 * @throws Problem `not_found`; `request_closed` when it was released or declined before.
 */
export async function decline(c: Context, id: string, reason: string): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const row = await hold(tx, c.engine, id);
    if (!isOnBoard(row)) throw new Problem('request_closed', CLOSED);
    await updateRequest(tx, id, { declined_at: c.clock(), decline_reason: reason });
    const request = { ...row, user_id: await selectRequester(tx, id) };
    const what = { kind: 'request_declined', track_id: null, reason, created_at: c.clock() } as const;
    await notifyAboutRequest(tx, c.engine, request, voters(id), what);
    await reverse(tx, c.engine, { reference: id, now: c.clock() });
    await moveOnBoard(tx, row, -1);
    await announce(tx, c.engine, [id]);
  });
}

/**
 * An admin's correction. `released` takes a request off the board without a track, or puts it back.
 * @throws Problem `not_found`; `request_closed` for a declined one; `duplicate_request` for a name that is taken.
 */
export async function edit(
  c: Context,
  id: string,
  changes: Partial<Wish> & { released?: boolean },
): Promise<void> {
  let name: Pick<RequestRow, 'title' | 'artist'> | undefined;
  try {
    await c.db.transaction().execute(async (tx) => {
      const row = await hold(tx, c.engine, id);
      if (row.status === 'declined') throw new Problem('request_closed');
      const { released, ...texts } = changes;
      name = { ...row, ...texts };
      await updateRequest(tx, id, { ...texts, name_key: nameKey(name), search_text: searchText(name) });
      if (released === true && row.released === 0)
        await release(tx, c.engine, { id, track_id: null, now: c.clock() });
      if (released === false && row.released === 1) {
        await updateRequest(tx, id, { released: 0, release_date: null, track_id: null });
        await moveOnBoard(tx, row, 1);
      }
      await announce(tx, c.engine, [id]);
    });
  } catch (error) {
    if (name && c.engine.isDuplicate(error)) await refuseDuplicate(c.db, name);
    throw error;
  }
}

/** @throws Problem `duplicate_request`, always. */
async function refuseDuplicate(db: Db | Tx, name: SongName): Promise<never> {
  const other = await selectByName(db, undefined, nameKey(name));
  throw new Problem('duplicate_request', undefined, { request_id: other?.id });
}
