import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Flag, SongRequestTable, Tx } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { nameKey, searchText } from './names.ts';

/** Which row of the counts this process moves; see the migration. */
const SHARD = Math.floor(Math.random() * 16);

export type NewRequest = Pick<
  SongRequestTable,
  'id' | 'user_id' | 'title' | 'artist' | 'genre' | 'description' | 'created_at'
> &
  Partial<Pick<SongRequestTable, 'votes' | 'backers'>>;

/** On the board: written out, since a partial index serves only a query that says the same. */
const isOpen = sql<boolean>`song_request.released = 0 and song_request.declined_at is null`;
/** The board's order, as the index has it. */
const boardKey = sql`(-song_request.votes), song_request.created_at, song_request.id`;

/** Where a request stands that was neither released nor declined. */
export const statusOf = ({ votes }: { votes: number }) => (votes >= VOTE_GOAL ? 'queued' : 'open');

const status = sql<'open' | 'queued' | 'released' | 'declined'>`case
  when song_request.declined_at is not null then 'declined'
  when song_request.released = 1 then 'released'
  when song_request.votes >= ${sql.lit(VOTE_GOAL)} then 'queued' else 'open' end`;

/** Song requests as answers have them; `viewer` is whose own votes are told, if anyone's. */
export function selectRequests(db: Db | Tx, viewer: string | undefined) {
  return db.selectFrom('song_request').select([
    'song_request.id',
    'song_request.id as requests_id',
    'song_request.title',
    'song_request.artist',
    'song_request.genre',
    'song_request.description',
    'song_request.votes',
    'song_request.backers',
    'song_request.released',
    'song_request.release_date',
    'song_request.created_at',
    'song_request.track_id',
    'song_request.decline_reason',
    'song_request.revision',
    status.as('status'),
    // Not joined, so that a held request does not hold its requester.
    sql<string | null>`(select username from "user"
        where "user".id = song_request.user_id and "user".deleted_at is null)`.as('requested_by'),
    ownVotes(viewer).as('own_votes'),
  ]);
}

function ownVotes(viewer: string | undefined): RawBuilder<number> {
  if (viewer === undefined) return sql`0`;
  return sql`coalesce((select backer.votes from backer
    where backer.request_id = song_request.id and backer.user_id = ${viewer}), 0)`;
}

/** A row that `selectRequests` tells, before `released` is made true or false. */
export type RequestRow = Awaited<ReturnType<typeof selectOne>> & object;

export function selectOne(db: Db | Tx, viewer: string | undefined, id: string) {
  return selectRequests(db, viewer).where('song_request.id', '=', id).executeTakeFirst();
}

/** Selects requests and holds them until the transaction ends, in one order everywhere, so that none waits in a circle. */
export function holdRequests(tx: Tx, engine: Engine, ids: string[]) {
  const query = selectRequests(tx, undefined)
    .modifyFront(sql`/* prepared hold_requests */`)
    .where(engine.isAnyOf('song_request.id', ids))
    .orderBy('song_request.id');
  return engine.lockRow(query);
}

export async function updateRequest(
  tx: Tx,
  id: string,
  changes: Partial<Omit<SongRequestTable, 'seq' | 'id' | 'user_id' | 'revision'>>,
): Promise<void> {
  await tx
    .updateTable('song_request')
    .set(changes)
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** What the board is sorted by. */
export type BoardKeys = [votes: number, created_at: number, id: string];

/** A page of the board. */
export function selectAfter(
  db: Db | Tx,
  viewer: string | undefined,
  page: { after: BoardKeys | undefined; limit: number; queued?: boolean },
) {
  const { after } = page;
  let query = selectRequests(db, viewer).where(isOpen);
  if (page.queued) query = query.where(sql<boolean>`(-song_request.votes) <= ${sql.lit(-VOTE_GOAL)}`);
  if (after) {
    const [votes, created_at, id] = after;
    query = query.where(sql<boolean>`(${boardKey}) > (cast(${-votes} as integer), ${created_at}, ${id})`);
  }
  return query.orderBy(boardKey).limit(page.limit).execute();
}

/**
 * One page of the board by its number. Only the index is walked up to it, from the end that is nearer.
 * @param total how many requests are on the board.
 */
export async function selectBoardPage(
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

/** The header's counts. */
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

/** These requests as they stand, each with the header's counts of the same moment: in one statement. */
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
    .execute();
  return rows.map(({ all_requests, all_votes, all_queued, ...row }) => ({
    row,
    counts: { requests: Number(all_requests), votes: Number(all_votes), queued: Number(all_queued) },
  }));
}

/** The request with most votes below the goal, the oldest of them; only one that has votes. */
export function selectNearest(db: Db, viewer: string | undefined) {
  return selectRequests(db, viewer)
    .where(isOpen)
    .where(sql<boolean>`(-song_request.votes) > ${sql.lit(-VOTE_GOAL)} and (-song_request.votes) < 0`)
    .orderBy(boardKey)
    .limit(1)
    .executeTakeFirst();
}

interface OwnPage {
  after: TimeKeys | undefined;
  limit: number;
}

/** What somebody asked for, newest first; `at` is what the list is sorted by. */
export function selectRequested(db: Db, user_id: string, { after, limit }: OwnPage) {
  let query = selectRequests(db, user_id)
    .select('song_request.created_at as at')
    .where('song_request.user_id', '=', user_id);
  if (after)
    query = query.where(sql<boolean>`(song_request.created_at, song_request.id) < (${sql.join(after)})`);
  return query
    .orderBy('song_request.created_at', 'desc')
    .orderBy('song_request.id', 'desc')
    .limit(limit)
    .execute();
}

/** What somebody voted for, the last vote first; `at` is what the list is sorted by. */
export function selectVoted(db: Db, user_id: string, { after, limit }: OwnPage) {
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

export async function countOwn(db: Db, user_id: string, as: 'requested' | 'voted'): Promise<number> {
  const row = await db
    .selectFrom(as === 'requested' ? 'song_request' : 'backer')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Open requests, no order, whose search text holds at least one part of each group. */
export function selectHolding(
  db: Db,
  viewer: string | undefined,
  holding: RawBuilder<boolean>,
  limit: number,
) {
  return selectRequests(db, viewer)
    .select('song_request.search_text')
    .where(sql<boolean>`+song_request.released = 0 and song_request.declined_at is null`)
    .where(holding)
    .limit(limit)
    .execute();
}

/** The request of this name that is not declined, if there is one. */
export function selectByName(db: Db | Tx, viewer: string | undefined, name_key: string) {
  return selectRequests(db, viewer)
    .select(['song_request.search_text', 'song_request.user_id'])
    .where('song_request.name_key', '=', name_key)
    .where('song_request.declined_at', 'is', null)
    .executeTakeFirst();
}

/** Writes a request, unless one of its name is there that is not declined. @returns whether it was written. */
export async function insertRequest(tx: Tx, row: NewRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('song_request')
    .values({
      votes: 0,
      backers: 0,
      released: 0,
      ...row,
      name_key: nameKey(row),
      search_text: searchText(row),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Moves the header's counts. Each process has a row of its own for it, as a rule, so that servers do not wait for
 * each other; it is held last of all.
 */
export async function moveCounts(tx: Tx, by: CountsMove): Promise<void> {
  await countsMove(by).execute(tx);
}

export interface CountsMove {
  requests: number;
  votes: number;
  queued: number;
}

/** The statement of `moveCounts`. */
export const countsMove = (by: CountsMove) =>
  sql`/* prepared move_counts */ update board_count set requests = requests + ${by.requests}, votes = votes + ${by.votes},
    queued = queued + ${by.queued} where shard = ${SHARD}`;

/** As the contract has it. */
export function told<Row extends { released: Flag }>(
  row: Row,
): Omit<Row, 'released'> & { released: boolean } {
  return { ...row, released: row.released === 1 };
}

/** Whose wish a request is. */
export async function selectRequester(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('song_request')
    .where('id', '=', id)
    .select('user_id')
    .executeTakeFirstOrThrow();
  return row.user_id;
}

/** Selects those who voted for a request, each once. */
export const voters = (request_id: string) =>
  sql`select user_id from backer where request_id = ${request_id} and votes > 0`;
