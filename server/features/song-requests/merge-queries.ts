import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';

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
export async function moveVotes(
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
export async function moveBackers(tx: Tx, id: string, into: string): Promise<number> {
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
export async function updateMerged(tx: Tx, id: string, into: string): Promise<void> {
  await tx.updateTable('song_request').set({ merged_into: into }).where('merged_into', '=', id).execute();
  await tx.updateTable('song_request').set({ merged_into: into }).where('id', '=', id).execute();
}

/** The admins have seen the request: nobody need look at its reports anymore. */
export async function resolveReports(tx: Tx, request_id: string, now: number): Promise<void> {
  await tx
    .updateTable('request_report')
    .set({ resolved_at: now })
    .where('request_id', '=', request_id)
    .where('resolved_at', 'is', null)
    .execute();
}
