import { Problem } from 'contract/errors.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Context } from '../../context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { reverse } from '../credits/credits.ts';
import { notifyAboutRequest } from '../notifications/notifications.ts';
import { changeCounts } from './board-queries.ts';
import { nameKey, searchText } from './names.ts';
import { notifyBoard } from './notify-board.ts';
import {
  isOnBoard,
  lockRequests,
  type RequestRow,
  selectRequester,
  selectVoters,
  updateRequest,
} from './queries.ts';
import { type RequestInput, throwDuplicate } from './submit.ts';

/** @throws Problem `not_found`. */
async function lockRequest(tx: Tx, engine: Engine, id: string): Promise<RequestRow> {
  const [row] = await lockRequests(tx, engine, [id]).execute();
  if (!row) throw new Problem('not_found');
  return row;
}

/** @throws Problem `not_found`; `request_closed` if it is released or declined. */
async function lockOpenRequest(tx: Tx, engine: Engine, id: string): Promise<RequestRow> {
  const row = await lockRequest(tx, engine, id);
  if (!isOnBoard(row)) throw new Problem('request_closed', 'This request was released or declined before.');
  return row;
}

/** Adds a request to the board's counts, or removes it. */
async function countOnBoard(tx: Tx, row: RequestRow, sign: 1 | -1): Promise<void> {
  const queued = row.votes >= VOTE_GOAL ? sign : 0;
  await changeCounts({ requests: sign, votes: sign * row.votes, queued }).execute(tx);
}

/**
 * Releases a request in the transaction that publishes its song: it leaves the board.
 * @returns the request as it was before.
 * @throws Problem `not_found`; `request_closed` if it is released or declined.
 */
export async function release(
  tx: Tx,
  engine: Engine,
  { id, track_id, now }: { id: string; track_id: string | null; now: number },
): Promise<RequestRow & { user_id: string }> {
  const row = await lockOpenRequest(tx, engine, id);
  await updateRequest(tx, id, { released: 1, release_date: now, track_id });
  await countOnBoard(tx, row, -1);
  await notifyBoard(engine, [id]).execute(tx);
  const request = { ...row, user_id: await selectRequester(tx, id) };
  const event = { kind: 'request_released', track_id, reason: null, created_at: now } as const;
  await notifyAboutRequest(tx, engine, request, selectVoters(id), event);
  return request;
}

/**
 * Declines a request: it leaves the board, and the requester and the voters get every credit back.
 * @throws Problem `not_found`; `request_closed` if it is released or declined.
 */
export async function decline(c: Context, id: string, reason: string): Promise<void> {
  const now = c.clock();
  await c.db.transaction().execute(async (tx) => {
    const row = await lockOpenRequest(tx, c.engine, id);
    await updateRequest(tx, id, { declined_at: now, decline_reason: reason });
    const request = { ...row, user_id: await selectRequester(tx, id) };
    const event = { kind: 'request_declined', track_id: null, reason, created_at: now } as const;
    await notifyAboutRequest(tx, c.engine, request, selectVoters(id), event);
    await reverse(tx, c.engine, { reference: id, now });
    await countOnBoard(tx, row, -1);
    await notifyBoard(c.engine, [id]).execute(tx);
  });
}

/**
 * Edits a request, as an admin. `released` takes it off the board without a track, or puts it back.
 * @throws Problem `not_found`; `request_closed` if it is declined; `duplicate_request` if the name is taken.
 */
export async function edit(
  c: Context,
  id: string,
  changes: Partial<RequestInput> & { released?: boolean },
): Promise<void> {
  let name: Pick<RequestRow, 'title' | 'artist'> | undefined;
  try {
    await c.db.transaction().execute(async (tx) => {
      const row = await lockRequest(tx, c.engine, id);
      if (row.status === 'declined') throw new Problem('request_closed');
      const { released, ...texts } = changes;
      name = { ...row, ...texts };
      await updateRequest(tx, id, { ...texts, name_key: nameKey(name), search_text: searchText(name) });
      if (released === true && row.released === 0)
        await release(tx, c.engine, { id, track_id: null, now: c.clock() });
      if (released === false && row.released === 1) {
        await updateRequest(tx, id, { released: 0, release_date: null, track_id: null });
        await countOnBoard(tx, row, 1);
      }
      await notifyBoard(c.engine, [id]).execute(tx);
    });
  } catch (error) {
    if (name && c.engine.isDuplicate(error)) await throwDuplicate(c.db, name);
    throw error;
  }
}
