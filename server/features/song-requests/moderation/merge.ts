import { Problem } from 'contract/errors.ts';
import { acceptsVotes, isOnBoard, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Engine } from '../../../platform/db/engine.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { reverse } from '../../credits/credits.ts';
import { changeCounts } from '../board/board-queries.ts';
import { announce, emitStep, eventsBetween, insertEvents, notifyBoard } from '../events.ts';
import { lockRequests, type RequestRow, selectVoters, updateRequest } from '../queries.ts';

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
    const rows = await lockRequests(tx, engine, [id, into]);
    const duplicate = rows.find((row) => row.id === id);
    const survivor = rows.find((row) => row.id === into);
    if (!duplicate || !survivor) throw new Problem('not_found');
    const mayEnd = acceptsVotes(duplicate.status) || duplicate.status === 'in_review';
    if (!mayEnd || !acceptsVotes(survivor.status))
      throw new Problem('request_closed', 'Only requests that still take votes can be merged.');
    const text = `${survivor.title} by ${survivor.artist}`;
    await announce(tx, engine, id, { kind: 'merged', text, now, moved: await selectVoters(tx, id) });
    const references = [id, ...(await selectMerged(tx, id))];
    await moveVotes(tx, { id, into, lit: survivor.votes, references });
    const backers = await moveBackers(tx, id, into);
    await updateRequest(tx, id, { votes: 0, backers: 0, queued_at: null, refunded_at: now });
    await updateMerged(tx, id, into);
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
  await insertEvents(tx, engine, eventsBetween(row, votes), now);
  if (reached) await emitStep(tx, engine, { request_id: id, kind: 'queued', at: now });
  await notifyBoard(tx, engine, [id]);
  return reached;
}

/** The requests that were merged into this one. */
export async function selectMerged(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('song_request').where('merged_into', '=', id).select('id').execute();
  return rows.map((row) => row.id);
}

/**
 * Moves the votes of a locked request to another one, where they light the lamps that follow.
 * @param lit votes that the other one has.
 * @param references under which the votes were charged: the request and those merged into it before. No index on
 *   `vote` leads from a request to votes beyond its goal, but the ledger's does.
 */
async function moveVotes(
  tx: Tx,
  { id, into, lit, references }: { id: string; into: string; lit: number; references: string[] },
): Promise<void> {
  await sql`update vote set request_id = ${into},
      lamp = case when ${lit} + numbered.rank <= ${sql.lit(VOTE_GOAL)}
        then ${lit} + cast(numbered.rank as integer) end
    from (
      select vote.id, row_number() over (order by vote.created_at, vote.id) as rank
      from credit_entry join vote on vote.id = substr(credit_entry.key, ${sql.lit('vote:'.length + 1)})
      where credit_entry.reference in (${sql.join(references)}) and credit_entry.kind = 'vote'
        and vote.request_id = ${id}
    ) as numbered where vote.id = numbered.id`.execute(tx);
}

/** Adds the backers of a locked request to those of another one. @returns how many of them are new there. */
async function moveBackers(tx: Tx, id: string, into: string): Promise<number> {
  const { rows } = await sql<{ added: number }>`select count(*) as added from backer
    where request_id = ${id} and not exists (select 1 from backer as other
      where other.request_id = ${into} and other.user_id = backer.user_id)`.execute(tx);
  // Without the `where`, SQLite parses "on conflict" as part of a join.
  await sql`insert into backer (request_id, user_id, votes, last_voted_at)
    select cast(${into} as text), user_id, votes, last_voted_at from backer where request_id = ${id}
    on conflict (request_id, user_id) do update set votes = backer.votes + excluded.votes,
      last_voted_at = case when excluded.last_voted_at > backer.last_voted_at
        then excluded.last_voted_at else backer.last_voted_at end`.execute(tx);
  await tx.deleteFrom('backer').where('request_id', '=', id).execute();
  return Number(rows[0]!.added);
}

/** Ends a request as one that was merged, and everything that was merged into it before. */
async function updateMerged(tx: Tx, id: string, into: string): Promise<void> {
  await tx.updateTable('song_request').set({ merged_into: into }).where('merged_into', '=', id).execute();
  await tx.updateTable('song_request').set({ merged_into: into }).where('id', '=', id).execute();
}
