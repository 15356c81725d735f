import { Problem } from 'contract/errors.ts';
import { acceptsVotes, isOnBoard, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { reverse } from '../credits/credits.ts';
import { changeCounts } from './board-queries.ts';
import { announce, announceQueued, eventsBetween, insertEvents, notifyBoard } from './events.ts';
import { moveBackers, moveVotes, resolveReports, selectMerged, updateMerged } from './merge-queries.ts';
import { lockRequests, type RequestRow, updateRequest } from './queries.ts';

/**
 * Merges a duplicate into another request, as an admin. Its votes count there, with the charges that paid for them; its
 * requester gets back what the request cost. Locks requests in the order of their ids, then balances, then the board's
 * counts, as everywhere.
 * @throws Problem `bad_input` for a request and itself; `not_found`; `request_closed` unless both take votes. The
 *   duplicate may also be in review.
 */
export async function merge(c: Context, id: string, into: string): Promise<void> {
  if (id === into)
    throw new Problem('bad_input', 'A request cannot be merged into itself.', { field: 'into' });
  const { engine } = c;
  const now = c.clock();
  await c.db.transaction().execute(async (tx) => {
    const [rows] = await engine.pipeline(tx, [lockRequests(tx, engine, [id, into])]);
    const duplicate = rows.find((row) => row.id === id);
    const survivor = rows.find((row) => row.id === into);
    if (!duplicate || !survivor) throw new Problem('not_found');
    const mayEnd = acceptsVotes(duplicate.status) || duplicate.status === 'in_review';
    if (!mayEnd || !acceptsVotes(survivor.status))
      throw new Problem('request_closed', 'Only requests that still take votes can be merged.');
    // First, because it notifies those who back the duplicate now.
    const text = `${survivor.title} by ${survivor.artist}`;
    await announce(tx, engine, duplicate, { kind: 'merged', text, now });
    const references = [id, ...(await selectMerged(tx, id))];
    await moveVotes(tx, { id, into, lit: survivor.votes, references });
    const backers = await moveBackers(tx, id, into);
    await updateRequest(tx, id, { votes: 0, backers: 0, queued_at: null, refunded_at: now });
    await updateMerged(tx, id, into);
    await resolveReports(tx, id, now);
    const queued = await grow(tx, engine, survivor, { votes: duplicate.votes, backers, now });
    await reverse(tx, engine, { references: [id], kinds: ['request'], now });
    const left = isOnBoard(duplicate.status);
    await changeCounts({
      requests: left ? -1 : 0,
      votes: left ? 0 : duplicate.votes,
      queued: (queued ? 1 : 0) - (left && duplicate.votes >= VOTE_GOAL ? 1 : 0),
    }).execute(tx);
  });
}

/** Adds moved votes to the count of the request. @returns whether it reaches its goal by them. */
async function grow(
  tx: Tx,
  engine: Engine,
  row: RequestRow,
  by: { votes: number; backers: number; now: number },
): Promise<boolean> {
  const { id } = row;
  const { now } = by;
  const votes = row.votes + by.votes;
  const reached = row.votes < VOTE_GOAL && votes >= VOTE_GOAL;
  const queued_at = votes >= VOTE_GOAL ? (row.queued_at ?? now) : null;
  await updateRequest(tx, id, { votes, backers: row.backers + by.backers, queued_at });
  const events = eventsBetween(row, votes);
  await engine.pipeline(tx, [
    ...(events.length > 0 ? [insertEvents(engine, events, now)] : []),
    ...(reached ? announceQueued(engine, row, now) : []),
    notifyBoard(engine, [id]),
  ]);
  return reached;
}
