import { sql } from 'kysely';
import type { Engine } from '../db/engine.ts';
import type { Tx } from '../db/schema.ts';

interface Backing {
  request_id: string;
  user_id: string;
}

/** Which of these votes there are. */
export async function selectVoteIds(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('vote').where('id', 'in', ids).select('id').execute();
  return new Set(rows.map((row) => row.id));
}

/** How often these people voted for these requests (and for each other's). */
export function selectBackers(tx: Tx, pairs: readonly Backing[]) {
  return tx
    .selectFrom('backer')
    .where(
      'request_id',
      'in',
      pairs.map((pair) => pair.request_id),
    )
    .where(
      'user_id',
      'in',
      pairs.map((pair) => pair.user_id),
    )
    .select(['request_id', 'user_id', 'votes'])
    .execute();
}

export async function insertVotes(
  tx: Tx,
  engine: Engine,
  votes: readonly (Backing & { id: string })[],
  now: number,
): Promise<void> {
  const added = engine.rowsOf('added', { id: 'text', request_id: 'text', user_id: 'text' }, votes);
  await sql`/* prepared insert_votes */ insert into vote (id, request_id, user_id, created_at)
    select id, request_id, user_id, cast(${now} as bigint) from ${added}`.execute(tx);
}

/** Adds to how often these people voted for these requests, each pair once. @returns how often they did by now. */
export async function upsertBackers(
  tx: Tx,
  engine: Engine,
  backers: readonly (Backing & { votes: number })[],
  now: number,
): Promise<(Backing & { votes: number })[]> {
  const added = engine.rowsOf('added', { request_id: 'text', user_id: 'text', votes: 'bigint' }, backers);
  // Without the `where` SQLite takes "on conflict" for a join.
  const { rows } = await sql<
    Backing & { votes: number }
  >`/* prepared upsert_backers */ insert into backer (request_id, user_id, votes, last_at)
    select request_id, user_id, votes, cast(${now} as bigint) from ${added} where true
    on conflict (request_id, user_id) do update
      set votes = backer.votes + excluded.votes, last_at = excluded.last_at
    returning request_id, user_id, votes`.execute(tx);
  return rows;
}

export async function addVotes(
  tx: Tx,
  engine: Engine,
  growth: readonly { id: string; votes: number; backers: number }[],
): Promise<void> {
  const grown = engine.rowsOf('grown', { id: 'text', votes: 'bigint', backers: 'bigint' }, growth);
  await sql`/* prepared add_votes */ update song_request
    set votes = song_request.votes + grown.votes, backers = song_request.backers + grown.backers
    from ${grown} where song_request.id = grown.id`.execute(tx);
}
