import { Problem } from 'contract/errors.ts';
import { type Status, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine, WhenLocked } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { Flag } from '../../platform/db/tables/flag.ts';
import type { SongRequestTable } from '../../platform/db/tables/song-requests.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { learnWords } from '../../platform/search/search.ts';
import { nameKey, searchText } from './moderation/names.ts';

type NewRequest = Pick<
  SongRequestTable,
  'id' | 'user_id' | 'title' | 'artist' | 'genre' | 'description' | 'created_at'
> &
  Partial<Pick<SongRequestTable, 'lyrics' | 'votes' | 'backers'> & { in_review: Flag }>;

/** The status of a request that accepts votes. */
export const statusOf = ({ votes }: { votes: number }) => (votes >= VOTE_GOAL ? 'queued' : 'open');

export const statusColumn = sql<Status>`case
  when song_request.merged_into is not null then 'merged'
  when song_request.refunded_at is not null and song_request.decline_reason is null then 'returned'
  when song_request.refunded_at is not null then 'declined'
  when song_request.released = 1 then 'released'
  when song_request.in_review = 1 then 'in_review'
  when song_request.stage is not null then song_request.stage
  when song_request.votes >= ${sql.lit(VOTE_GOAL)} then 'queued' else 'open' end`;

/** Song requests in every state, with the `viewer`'s own votes; undefined for a visitor. */
export function selectRequests(db: Db | Tx, viewer: string | undefined) {
  return db.selectFrom('song_request').select([
    'song_request.id',
    'song_request.id as requests_id',
    'song_request.user_id',
    'song_request.in_review',
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
    'song_request.merged_into',
    'song_request.queued_at',
    'song_request.progress',
    'song_request.choosing_ends_at',
    'song_request.revision',
    statusColumn.as('status'),
    // Not a join, so that locking a request does not lock its requester.
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

/** A row of `selectRequests`; `toResponse` makes of it what callers get. */
export type RequestRow = Awaited<ReturnType<typeof selectOne>> & object;

export const selectOne = (db: Db | Tx, viewer: string | undefined, id: string) =>
  selectRequests(db, viewer)
    .select('song_request.lyrics')
    .where('song_request.id', '=', id)
    .executeTakeFirst();

/** Locks requests, in the same order everywhere, so that transactions cannot deadlock. */
export const lockRequests = (
  tx: Tx,
  engine: Engine,
  ids: readonly string[],
  whenLocked?: WhenLocked,
): Promise<RequestRow[]> =>
  engine
    .lockRow(
      selectRequests(tx, undefined)
        .select('song_request.lyrics')
        .where(engine.isAnyOf('song_request.id', ids))
        .orderBy('song_request.id'),
      whenLocked,
    )
    .execute();

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

/** The request with this name whose credits were not returned. */
export function selectByName(db: Db | Tx, viewer: string | undefined, name_key: string) {
  return selectRequests(db, viewer)
    .select('song_request.search_text')
    .where('song_request.name_key', '=', name_key)
    .where('song_request.refunded_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Inserts a request, unless there is one with its name whose credits were not returned.
 * @returns whether it was inserted.
 */
export async function insertRequest(tx: Tx, row: NewRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('song_request')
    .values({
      votes: 0,
      backers: 0,
      released: 0,
      in_review: 0,
      queued_at: (row.votes ?? 0) >= VOTE_GOAL ? row.created_at : null,
      ...row,
      name_key: nameKey(row),
      search_text: searchText(row),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  // Suggested spellings must not tell what is in review.
  if (row.in_review !== 1) await learnWords(tx, searchText(row));
  return true;
}

/** A request as responses have it: without the ids and flags that are the server's own. Only its page has its lyrics. */
export function toResponse<
  Row extends { released: Flag; user_id: string; in_review: Flag; lyrics?: string | null },
>({ user_id: _, in_review: __, lyrics: ___, released, ...row }: Row) {
  return { ...row, released: released === 1 };
}

/** The voters of a request, each once. */
export async function selectVoters(tx: Tx, request_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('backer')
    .where('request_id', '=', request_id)
    .where('votes', '>', 0)
    .select('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Reader of a request; null for a visitor. */
export type Reader = Pick<CurrentUser, 'id' | 'plan_tier'> | null;

interface Hideable {
  user_id: string;
  in_review: Flag;
}

/**
 * True if a reader may read a request, by whatever call. Everyone may, unless it waits for review or ended there.
 * Declined and merged requests whose words nobody approved stay between their requester and the admins.
 */
export const isVisibleTo = ({ user_id, in_review }: Hideable, reader: Reader): boolean =>
  in_review === 0 || user_id === reader?.id || reader?.plan_tier === 'admin';

/** The requests that `isVisibleTo` everyone, as a condition: lists and searches show only these. */
export const isPublic = sql<boolean>`song_request.in_review = 0`;

/** @throws Problem `not_found`, as if there were no such request. */
export function assertVisible<Row extends Hideable>(
  row: Row | undefined,
  reader: Reader,
): asserts row is Row {
  if (!row || !isVisibleTo(row, reader)) throw new Problem('not_found');
}
