import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { sql } from 'kysely';
import { type Engine, prepared, type Statement } from '../../platform/db/engine.ts';
import { type BoardCounts, changeCounts } from './board-queries.ts';
import { announceQueued, insertEvents, type NewEvent, notifyBoard } from './events.ts';

interface Pair {
  request_id: string;
  user_id: string;
}

/** How many votes a user gave a request. */
export interface Backer extends Pair {
  votes: number;
}

export const pairOf = ({ request_id, user_id }: Pair) => `${request_id} ${user_id}`;

/** How many votes each of these users gave each of these requests, each pair once; 0 if none. */
export function selectBackers(engine: Engine, pairs: readonly Pair[]): Statement<Backer> {
  const wanted = new Map(pairs.map((pair) => [pairOf(pair), pair]));
  // Not a join: a plan prepared while there were few backers would keep scanning all of them.
  const statement = sql<Backer>`select wanted.request_id, wanted.user_id, coalesce((select votes from backer
      where backer.request_id = wanted.request_id and backer.user_id = wanted.user_id), 0) as votes
    from ${engine.rowsOf('wanted', { request_id: 'text', user_id: 'text' }, [...wanted.values()])}`;
  return prepared('select_backers', statement);
}

export interface VoteChanges {
  votes: readonly (Pair & { id: string; lamp: number | null })[];
  /** New votes by user and request, each pair once. */
  backers: readonly Backer[];
  /** By how much the counts of a request increase, each request once. */
  requests: readonly { id: string; votes: number; backers: number }[];
  /** The requests that reach their goal. */
  queued: readonly { id: string; title: string; artist: string }[];
  events: readonly NewEvent[];
  /** By how much the board's counts change. */
  counts: BoardCounts;
}

/** The statements that write votes and the counts they change; the board's counts, which all voters share, last. */
export function writeVotes(engine: Engine, changes: VoteChanges, now: number): Statement[] {
  const { votes, backers, requests, queued, events, counts } = changes;
  if (votes.length === 0) return [];
  const added = engine.rowsOf(
    'added',
    { id: 'text', request_id: 'text', user_id: 'text', lamp: 'bigint' },
    votes,
  );
  const given = engine.rowsOf('given', { request_id: 'text', user_id: 'text', votes: 'bigint' }, backers);
  const grown = engine.rowsOf('grown', { id: 'text', votes: 'bigint', backers: 'bigint' }, requests);
  const ids = requests.map((one) => one.id);
  return [
    prepared(
      'insert_votes',
      sql`insert into vote (id, request_id, user_id, created_at, lamp)
        select id, request_id, user_id, cast(${now} as bigint), lamp from ${added}`,
    ),
    prepared(
      'upsert_backers',
      // Without the `where`, SQLite parses "on conflict" as part of a join.
      sql`insert into backer (request_id, user_id, votes, last_voted_at)
        select request_id, user_id, votes, cast(${now} as bigint) from ${given} where true
        on conflict (request_id, user_id) do update
          set votes = backer.votes + excluded.votes, last_voted_at = excluded.last_voted_at`,
    ),
    prepared(
      'update_request_votes',
      sql`update song_request
        set votes = song_request.votes + grown.votes, backers = song_request.backers + grown.backers,
          revision = song_request.revision + 1,
          queued_at = case when song_request.votes + grown.votes >= ${sql.lit(VOTE_GOAL)}
            then coalesce(song_request.queued_at, cast(${now} as bigint)) end
        from ${grown} where song_request.id = grown.id and ${engine.isAnyOf('song_request.id', ids)}`,
    ),
    ...(events.length > 0 ? [insertEvents(engine, events, now)] : []),
    ...queued.flatMap((request) => announceQueued(engine, request, now)),
    notifyBoard(engine, ids),
    prepared('change_counts', changeCounts(counts)),
  ];
}
