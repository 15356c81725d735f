import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../platform/db/engine.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { changeCounts } from '../board/board-queries.ts';
import { emitStep, eventsBetween, insertEvents, notifyBoard } from '../events.ts';

interface Vote {
  id: string;
  user_id: string;
  request_id: string;
}

/** Number of a user's votes for a request, and whether it includes this one. Nobody changes that while it is locked. */
export async function selectOwnVotes(tx: Tx, { id, user_id, request_id }: Vote) {
  const row = await tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('backer')
        .where('request_id', '=', request_id)
        .where('user_id', '=', user_id)
        .select('votes')
        .as('votes'),
      eb.selectFrom('vote').where('id', '=', id).select('id').as('recorded'),
    ])
    .executeTakeFirstOrThrow();
  return { votes: row.votes ?? 0, isRecorded: row.recorded !== null };
}

export interface VoteChanges {
  /** Of the request, with this one. */
  votes: number;
  isNewBacker: boolean;
  /** The lamp that it lights. */
  lamp: number | null;
  /** Time when it reached its goal. */
  queued_at: number | null;
}

/** Writes a vote and the counts that it changes; the board's, which voters of other requests share, last. */
export async function writeVote(
  tx: Tx,
  engine: Engine,
  { id, request_id, user_id }: Vote,
  { votes, isNewBacker, lamp, queued_at }: VoteChanges,
  now: number,
): Promise<void> {
  await tx.insertInto('vote').values({ id, request_id, user_id, created_at: now, lamp }).execute();
  await tx
    .insertInto('backer')
    .values({ request_id, user_id, votes: 1, last_voted_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['request_id', 'user_id'])
        .doUpdateSet({ votes: sql<number>`backer.votes + 1`, last_voted_at: now }),
    )
    .execute();
  await tx
    .updateTable('song_request')
    .set(({ eb }) => ({
      votes,
      queued_at,
      backers: eb('backers', '+', isNewBacker ? 1 : 0),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', request_id)
    .execute();
  const isQueued = votes === VOTE_GOAL;
  await insertEvents(tx, engine, eventsBetween({ id: request_id, votes: votes - 1 }, votes), now);
  if (isQueued) await emitStep(tx, engine, { request_id, kind: 'queued', at: now });
  await notifyBoard(tx, engine, [request_id]);
  await changeCounts({ requests: 0, votes: 1, queued: isQueued ? 1 : 0 }).execute(tx);
}
