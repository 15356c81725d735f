import { type RawBuilder, sql } from 'kysely';
import type { Engine, Statement } from '../../platform/db/engine.ts';
import { announcement } from './announce.ts';
import { type CountsMove, countsMove } from './queries.ts';

interface Pair {
  request_id: string;
  user_id: string;
}
/** How often somebody voted for a request. */
export interface Backer extends Pair {
  votes: number;
}

/** Names a person and a request. */
export const pairOf = ({ request_id, user_id }: Pair) => `${request_id} ${user_id}`;

/** Selects how often these people voted for these requests, each pair once; 0 where they did not. */
export function selectBackers(engine: Engine, pairs: readonly Pair[]): RawBuilder<Backer> {
  const wanted = new Map(pairs.map((pair) => [pairOf(pair), pair]));
  // Not joined: a plan that was made while few had voted would go on reading all of them.
  return sql`select /* prepared select_backers */ wanted.request_id, wanted.user_id, coalesce((select votes from backer
      where backer.request_id = wanted.request_id and backer.user_id = wanted.user_id), 0) as votes
    from ${engine.rowsOf('wanted', { request_id: 'text', user_id: 'text' }, [...wanted.values()])}`;
}

export interface NewVotes {
  votes: readonly (Pair & { id: string })[];
  /** How many of them each person gave to each request, each pair once. */
  backers: readonly Backer[];
  /** By how much requests grow, each once. */
  growth: readonly { id: string; votes: number; backers: number }[];
  /** By how much the header's counts move. */
  counts: CountsMove;
  now: number;
}

/**
 * Write votes, add to how often these people voted for these requests and to the requests' numbers, announce the
 * requests, and move the header's counts, last of all.
 */
export function voteWrites(engine: Engine, { votes, backers, growth, counts, now }: NewVotes): Statement[] {
  const added = engine.rowsOf('added', { id: 'text', request_id: 'text', user_id: 'text' }, votes);
  const given = engine.rowsOf('given', { request_id: 'text', user_id: 'text', votes: 'bigint' }, backers);
  const grown = engine.rowsOf('grown', { id: 'text', votes: 'bigint', backers: 'bigint' }, growth);
  const ids = growth.map((one) => one.id);
  return [
    sql`/* prepared write_votes */ insert into vote (id, request_id, user_id, created_at)
      select id, request_id, user_id, cast(${now} as bigint) from ${added}`,
    // Without the `where` SQLite takes "on conflict" for a join.
    sql`/* prepared write_backers */ insert into backer (request_id, user_id, votes, last_voted_at)
      select request_id, user_id, votes, cast(${now} as bigint) from ${given} where true
      on conflict (request_id, user_id) do update
        set votes = backer.votes + excluded.votes, last_voted_at = excluded.last_voted_at`,
    sql`/* prepared grow_requests */ update song_request
      set votes = song_request.votes + grown.votes, backers = song_request.backers + grown.backers,
        revision = song_request.revision + 1
      from ${grown} where song_request.id = grown.id and ${engine.isAnyOf('song_request.id', ids)}`,
    announcement(engine, ids),
    countsMove(counts),
  ];
}
