import { sql } from 'kysely';
import type { Engine } from '../db/engine.ts';
import type { Tx } from '../db/schema.ts';
import { announce, announcement } from './announce.ts';
import { type CountsMove, countsMove, moveCounts } from './queries.ts';

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

export interface NewVotes {
  votes: readonly (Backing & { id: string })[];
  /** How many of them each person gave to each request, each pair once. */
  backers: readonly (Backing & { votes: number })[];
  /** By how much the header's counts move. */
  counts: CountsMove;
  now: number;
}

/**
 * Writes votes, adds to how often these people voted for these requests and to the requests' numbers, moves the
 * header's counts, last of all, and announces the requests.
 * @returns how often they voted for them by now.
 */
export function writeVotes(tx: Tx, engine: Engine, added: NewVotes): Promise<NewVotes['backers']> {
  return engine.kind === 'postgres' ? writeInOne(tx, engine, added) : writeInTurn(tx, engine, added);
}

const requestsOf = ({ backers }: NewVotes) => [...new Set(backers.map((one) => one.request_id))];
const rowsOfVotes = (engine: Engine, { votes }: NewVotes) =>
  engine.rowsOf('added', { id: 'text', request_id: 'text', user_id: 'text' }, votes);
const rowsOfBackers = (engine: Engine, { backers }: NewVotes) =>
  engine.rowsOf('added', { request_id: 'text', user_id: 'text', votes: 'bigint' }, backers);

/** One round trip: the fewer there are, the more calls are answered while the database works. */
async function writeInOne(tx: Tx, engine: Engine, added: NewVotes): Promise<NewVotes['backers']> {
  const { rows } = await sql<Backing & { votes: number }>`/* prepared write_votes */
    with voted as (
      insert into vote (id, request_id, user_id, created_at)
      select id, request_id, user_id, ${added.now}::bigint from ${rowsOfVotes(engine, added)}
    ), added as materialized (
      select request_id, user_id, votes from ${rowsOfBackers(engine, added)}
    ), backed as (
      insert into backer (request_id, user_id, votes, last_at)
      select request_id, user_id, votes, ${added.now}::bigint from added
      on conflict (request_id, user_id) do update
        set votes = backer.votes + excluded.votes, last_at = excluded.last_at
      returning request_id, user_id, votes
    ), grown as (
      select request_id, sum(added.votes) as votes, count(*) filter (where backed.votes = added.votes) as backers
      from added join backed using (request_id, user_id)
      group by request_id
    ), moved as (
      ${countsMove(added.counts)}
    ), counted as (
      update song_request set votes = song_request.votes + grown.votes, backers = song_request.backers + grown.backers
      from grown where song_request.id = grown.request_id
    )
    select request_id, user_id, votes, (select ${announcement(requestsOf(added))}) from backed`.execute(tx);
  return rows;
}

/** SQLite writes in no `with`; a statement costs it no round trip. */
async function writeInTurn(tx: Tx, engine: Engine, added: NewVotes): Promise<NewVotes['backers']> {
  const { now } = added;
  await sql`insert into vote (id, request_id, user_id, created_at)
    select id, request_id, user_id, ${now} from ${rowsOfVotes(engine, added)}`.execute(tx);
  // Without the `where` SQLite takes "on conflict" for a join.
  const { rows } = await sql<Backing & { votes: number }>`
    insert into backer (request_id, user_id, votes, last_at)
    select request_id, user_id, votes, ${now} from ${rowsOfBackers(engine, added)} where true
    on conflict (request_id, user_id) do update
      set votes = backer.votes + excluded.votes, last_at = excluded.last_at
    returning request_id, user_id, votes`.execute(tx);
  const growth = engine.rowsOf(
    'grown',
    { id: 'text', votes: 'bigint', backers: 'bigint' },
    growthOf(added.backers, rows),
  );
  await sql`update song_request
    set votes = song_request.votes + grown.votes, backers = song_request.backers + grown.backers
    from ${growth} where song_request.id = grown.id`.execute(tx);
  await moveCounts(tx, added.counts);
  await announce(tx, engine, requestsOf(added));
  return rows;
}

/** Names a person and a request. */
export const pairOf = ({ request_id, user_id }: Backing) => `${request_id} ${user_id}`;

/** By how much requests grew, when these backers were added and have voted so often by now. */
export function growthOf(added: NewVotes['backers'], byNow: NewVotes['backers']) {
  const votesByNow = new Map(byNow.map((row) => [pairOf(row), row.votes]));
  const growth = new Map<string, { id: string; votes: number; backers: number }>();
  for (const one of added) {
    const grown = growth.get(one.request_id) ?? { id: one.request_id, votes: 0, backers: 0 };
    grown.votes += one.votes;
    // Whoever has no more votes than these had none before.
    if (votesByNow.get(pairOf(one)) === one.votes) grown.backers++;
    growth.set(one.request_id, grown);
  }
  return [...growth.values()];
}
