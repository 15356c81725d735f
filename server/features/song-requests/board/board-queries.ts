import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { sql } from 'kysely';
import { countRows } from '../../../platform/db/lists.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { newestFirst, type TimePage } from '../../../platform/http/requests/paging.ts';
import { isPublic, selectRequests } from '../queries.ts';

/** The rows of the counts: each change takes one by chance, so that voters rarely wait for each other. */
const SHARDS = 16;

/** On the board: written out, since a partial index serves only a query with the same condition. */
/** Condition on `song_request`: it is on the board. */
export const isOpen = sql<boolean>`song_request.released = 0 and song_request.refunded_at is null and ${isPublic}`;
/** The board's order, as its index has it. */
const boardKey = sql`(-song_request.votes), song_request.created_at, song_request.id`;

/** Sort keys of the board. */
export type BoardKeys = [votes: number, created_at: number, id: string];

/** A page of the board. */
export function selectAfter(
  db: Db | Tx,
  viewer: string | undefined,
  page: { after: BoardKeys | undefined; limit: number; queued?: boolean },
) {
  const { after, limit } = page;
  let query = selectRequests(db, viewer).where(isOpen);
  if (page.queued) query = query.where(sql<boolean>`(-song_request.votes) <= ${sql.lit(-VOTE_GOAL)}`);
  if (after) {
    const [votes, created_at, id] = after;
    query = query.where(sql<boolean>`(${boardKey}) > (cast(${-votes} as integer), ${created_at}, ${id})`);
  }
  return query.orderBy(boardKey).limit(limit).execute();
}

/**
 * One page of the board by its number. Scans only the index up to it, from the nearer end.
 * @param total the number of requests on the board.
 */
export function selectBoardPage(
  db: Db | Tx,
  viewer: string | undefined,
  { offset, limit, total }: { offset: number; limit: number; total: number },
) {
  const fromEnd = offset > total / 2;
  const [skip, take] = fromEnd
    ? [Math.max(0, total - offset - limit), Math.min(limit, total - offset)]
    : [offset, limit];
  const order = fromEnd
    ? sql`(-song_request.votes) desc, song_request.created_at desc, song_request.id desc`
    : boardKey;
  const ids = sql`select song_request.id from song_request where ${isOpen}
    order by ${order} limit ${take} offset ${skip}`;
  return selectRequests(db, viewer)
    .where(sql<boolean>`song_request.id in (select id from (${ids}) as page)`)
    .orderBy(boardKey)
    .execute();
}

/** Requests that are read to find the newest of the board: released ones lie between them. */
const NEWEST_READ = 1000;

/** Those of these requests that are on the board. The plus keeps the planner off the board's index. */
export async function selectOnBoard(db: Db, viewer: string | undefined, ids: string[]) {
  if (ids.length === 0) return [];
  return selectRequests(db, viewer)
    .where('song_request.id', 'in', ids)
    .where(sql<boolean>`+song_request.released = 0 and song_request.refunded_at is null and ${isPublic}`)
    .execute();
}

/** The board's requests of these genres, in its order; of each genre, so many are read. */
export function selectOfGenres(db: Db, genres: string[], limit: number) {
  const ofGenre = (genre: string) => sql`select id from (select song_request.id from song_request
    where song_request.genre = ${genre} and ${isOpen} order by ${boardKey} limit ${limit}) as found`;
  const ids = sql<string>`(${sql.join(genres.map(ofGenre), sql` union all `)})`;
  return selectRequests(db, undefined)
    .where('song_request.id', 'in', ids)
    .orderBy(boardKey)
    .limit(limit)
    .execute();
}

/** The board's newest requests, newest first. */
export function selectNewest(db: Db, limit: number) {
  const newest = sql`select song_request.seq from song_request order by song_request.seq desc limit ${sql.lit(NEWEST_READ)}`;
  return selectRequests(db, undefined)
    .where(sql<boolean>`song_request.seq in (select seq from (${newest}) as newest)`)
    .where(isOpen)
    .orderBy('song_request.seq', 'desc')
    .limit(limit)
    .execute();
}

/** The usernames of some backers, in the order of the table's key. */
export function selectBackers(db: Db, request_id: string, limit: number) {
  return db
    .selectFrom('backer')
    .innerJoin('user', 'user.id', 'backer.user_id')
    .leftJoin('account_status', 'account_status.user_id', 'backer.user_id')
    .where('backer.request_id', '=', request_id)
    .where('user.deleted_at', 'is', null)
    .select(['user.username', 'backer.votes', 'account_status.plan_tier'])
    .orderBy('backer.user_id')
    .limit(limit)
    .execute();
}

/** The plan of a request's requester; null without a plan record. */
export async function selectRequesterPlan(db: Db, user_id: string) {
  const rows = await db
    .selectFrom('account_status')
    .where('user_id', '=', user_id)
    .select('plan_tier')
    .execute();
  return rows[0]?.plan_tier ?? null;
}

/** Voters of the lit lamps: usernames in the order of the lamps, null for a deleted account. */
export async function selectSeats(db: Db, request_id: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('vote')
    .innerJoin('user', 'user.id', 'vote.user_id')
    .where('vote.request_id', '=', request_id)
    .where('vote.lamp', 'is not', null)
    .select((eb) => [
      'vote.lamp',
      eb.case().when('user.deleted_at', 'is', null).then(eb.ref('user.username')).end().as('username'),
    ])
    .orderBy('vote.lamp')
    .limit(VOTE_GOAL)
    .execute();
  const seats: (string | null)[] = [];
  // A backup of an old version may lack the votes of a lamp.
  for (const { lamp, username } of rows) {
    while (seats.length < lamp! - 1) seats.push(null);
    seats.push(username);
  }
  return seats;
}

/** Number of people who may choose a take of a request, and how many have. */
export async function countChoosers(db: Db, request_id: string): Promise<{ all: number; chosen: number }> {
  const rows = (
    await sql<{ all: number; chosen: number }>`
      select count(*) as "all", count(choice.user_id) as chosen from (
        select user_id from song_request where id = ${request_id}
        union select user_id from backer where request_id = ${request_id}
      ) as person
      join "user" on "user".id = person.user_id and "user".deleted_at is null
      left join choice on choice.request_id = ${request_id} and choice.user_id = person.user_id`.execute(db)
  ).rows;
  return { all: Number(rows[0]!.all), chosen: Number(rows[0]!.chosen) };
}

/** The ids of requests in whose open choice a user has chosen. */
export async function selectChosen(db: Db, user_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select song_request.id from song_request join choice on choice.request_id = song_request.id
    where song_request.stage = 'choosing' and choice.user_id = ${user_id}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The board's counts. */
export async function selectCounts(db: Db | Tx) {
  const row = await db
    .selectFrom('board_count')
    .select(({ fn }) => [
      fn.sum<number>('requests').as('requests'),
      fn.sum<number>('votes').as('votes'),
      fn.sum<number>('queued').as('queued'),
    ])
    .executeTakeFirstOrThrow();
  return { requests: Number(row.requests), votes: Number(row.votes), queued: Number(row.queued) };
}

/** Those of these requests that everyone may read, with the board's counts, in one statement so that they agree. */
export async function selectWithCounts(db: Db, ids: string[]) {
  const rows = await selectRequests(db, undefined)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('board_count')
          .select(({ fn }) => [
            fn.sum<number>('requests').as('all_requests'),
            fn.sum<number>('votes').as('all_votes'),
            fn.sum<number>('queued').as('all_queued'),
          ])
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select(['all_requests', 'all_votes', 'all_queued'])
    .where('song_request.id', 'in', ids)
    .where(isPublic)
    .execute();
  return rows.map(({ all_requests, all_votes, all_queued, ...row }) => ({
    row,
    counts: { requests: Number(all_requests), votes: Number(all_votes), queued: Number(all_queued) },
  }));
}

/** The oldest request with the most votes below the goal; undefined if none has votes. */
export async function selectNearest(db: Db, viewer: string | undefined) {
  const rows = await selectRequests(db, viewer)
    .where(isOpen)
    .where(sql<boolean>`(-song_request.votes) > ${sql.lit(-VOTE_GOAL)} and (-song_request.votes) < 0`)
    .orderBy(boardKey)
    .limit(1)
    .execute();
  return rows[0];
}

export interface BoardCounts {
  requests: number;
  votes: number;
  queued: number;
}

/** The statement that changes the board's counts. Run it last: a sixteenth of all writers share the row. */
export const changeCounts = (by: BoardCounts) =>
  sql`update board_count set requests = requests + ${by.requests},
    votes = votes + ${by.votes}, queued = queued + ${by.queued} where shard = ${Math.floor(Math.random() * SHARDS)}`;

/** The request that a track is the release of; null without one. */
export async function selectReleasedAs(db: Db, track_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('song_request')
    .where('track_id', '=', track_id)
    .where('released', '=', 1)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The user's requests, newest first; the list is sorted by `at`. */
export function selectRequested(db: Db, user_id: string, page: TimePage) {
  const query = selectRequests(db, user_id)
    .select('song_request.created_at as at')
    .where('song_request.user_id', '=', user_id);
  return newestFirst(query, 'song_request', page).execute();
}

/** The requests the user voted for, latest vote first; the list is sorted by `at`. */
export function selectVoted(db: Db, user_id: string, { after, limit }: TimePage) {
  let query = selectRequests(db, user_id)
    .innerJoin('backer', 'backer.request_id', 'song_request.id')
    .select('backer.last_voted_at as at')
    .where('backer.user_id', '=', user_id);
  if (after)
    query = query.where(sql<boolean>`(backer.last_voted_at, backer.request_id) < (${sql.join(after)})`);
  return query
    .orderBy('backer.last_voted_at', 'desc')
    .orderBy('backer.request_id', 'desc')
    .limit(limit)
    .execute();
}

export const countOwn = (db: Db, user_id: string, as: 'requested' | 'voted') =>
  countRows(db.selectFrom(as === 'requested' ? 'song_request' : 'backer').where('user_id', '=', user_id));
