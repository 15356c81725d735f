import { Problem } from 'contract/errors.ts';
import type { Wish } from 'contract/features/song-requests.ts';
import { isOnBoard, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { english } from 'contract/text/messages.ts';
import type { Context } from '../../../platform/context.ts';
import type { Engine } from '../../../platform/db/engine.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { learnWords } from '../../../platform/search/search.ts';
import { indexWords } from '../../../platform/search/words.ts';
import { reverse } from '../../credits/credits.ts';
import { getAnyTrack } from '../../tracks/tracks.ts';
import { changeCounts } from '../board/board-queries.ts';
import { momentsOf, wishWords } from '../board/heard.ts';
import { announce, notifyBoard } from '../events.ts';
import { lockRequests, type Reader, type RequestRow, updateRequest } from '../queries.ts';
import { needsReview, type RequestInput, throwDuplicate } from '../submit.ts';
import { selectMerged } from './merge.ts';
import { nameKey, searchText } from './names.ts';

const ENDED = english('This request was released or declined before.');

/** No longer in the studio. */
const NOT_MADE = { stage: null, progress: null, choosing_ends_at: null } as const;

/** @throws Problem `not_found`. */
export async function lockRequest(tx: Tx, engine: Engine, id: string): Promise<RequestRow> {
  const [row] = await lockRequests(tx, engine, [id]);
  if (!row) throw new Problem('not_found');
  return row;
}

/** Locks the request that was released as this track. @returns undefined if there is none. */
export async function lockRequestOf(
  tx: Tx,
  engine: Engine,
  track_id: string,
): Promise<RequestRow | undefined> {
  const query = tx.selectFrom('song_request').where('track_id', '=', track_id).select('id');
  const found = await query.executeTakeFirst();
  const row = found && (await lockRequest(tx, engine, found.id));
  return row?.track_id === track_id ? row : undefined;
}

/** @throws Problem `not_found`; `request_closed` if it is not on the board. */
async function lockOnBoard(tx: Tx, engine: Engine, id: string): Promise<RequestRow> {
  const row = await lockRequest(tx, engine, id);
  if (!isOnBoard(row.status)) throw new Problem('request_closed', ENDED);
  return row;
}

/** Adds a request to the board's counts, or removes it. */
async function countOnBoard(tx: Tx, { votes }: RequestRow, sign: 1 | -1): Promise<void> {
  const queued = votes >= VOTE_GOAL ? sign : 0;
  await changeCounts({ requests: sign, votes: sign * votes, queued }).execute(tx);
}

/**
 * Releases a request in the transaction that publishes its song: it leaves the board.
 * @param end.heard what became of its wishes, if its generator says so.
 * @returns the request as it was before.
 * @throws Problem `not_found`; `request_closed` if it is not on the board.
 */
export async function release(
  tx: Tx,
  engine: Engine,
  {
    id,
    track_id,
    heard,
    now,
  }: { id: string; track_id: string | null; heard?: readonly Wish[] | undefined; now: number },
): Promise<RequestRow> {
  const row = await lockOnBoard(tx, engine, id);
  await updateRequest(tx, id, {
    ...NOT_MADE,
    released: 1,
    release_date: now,
    track_id,
    moments: heard ? JSON.stringify(momentsOf(heard)) : null,
  });
  await indexWords(tx, wishWords, id, row.description);
  await announce(tx, engine, row.id, { kind: 'released', track_id, now });
  await countOnBoard(tx, row, -1);
  return row;
}

/**
 * Declines a request: it leaves the board, and the requester and the voters get every credit back.
 * @throws Problem `not_found`; `request_closed` if it is released or declined.
 */
export async function decline(c: Context, id: string, reason: string): Promise<void> {
  const now = c.clock();
  await c.db.transaction().execute(async (tx) => {
    const row = await lockRequest(tx, c.engine, id);
    if (row.status !== 'in_review' && !isOnBoard(row.status)) throw new Problem('request_closed', ENDED);
    await refund(tx, c.engine, row, { kind: 'declined', reason, now });
  });
}

/**
 * Returns every credit of a locked request that did not become a song: it leaves the board.
 * @param end.reason of a declined request.
 */
export async function refund(
  tx: Tx,
  engine: Engine,
  row: RequestRow,
  end: { kind: 'declined'; reason: string; now: number } | { kind: 'returned'; reason?: never; now: number },
): Promise<void> {
  const { kind, reason, now } = end;
  await updateRequest(tx, row.id, { ...NOT_MADE, refunded_at: now, decline_reason: reason ?? null });
  await announce(tx, engine, row.id, { kind, text: reason, now });
  const references = [row.id, ...(await selectMerged(tx, row.id))];
  await reverse(tx, engine, { references, now });
  if (isOnBoard(row.status)) await countOnBoard(tx, row, -1);
}

/** Puts a request in review on the board. @throws Problem `not_found`; `conflict` if it is not in review. */
export async function approve(c: Context, id: string): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const row = await lockRequest(tx, c.engine, id);
    if (row.status !== 'in_review') throw new Problem('conflict', 'This request is not in review.');
    await updateRequest(tx, id, { in_review: 0 });
    await learnWords(tx, searchText(row));
    await countOnBoard(tx, row, 1);
    await notifyBoard(tx, c.engine, [id]);
  });
}

/** Puts a locked request back on the board, whose song was withdrawn. @throws Problem `song_live`. */
async function putBack(tx: Tx, row: RequestRow, now: number): Promise<void> {
  if (row.track_id !== null && (await getAnyTrack(tx, row.track_id)).is_deleted === 0)
    throw new Problem('song_live');
  // The time in which it must become a song starts again.
  const queued_at = row.queued_at === null ? null : now;
  await updateRequest(tx, row.id, {
    released: 0,
    release_date: null,
    track_id: null,
    moments: null,
    queued_at,
  });
  await indexWords(tx, wishWords, row.id, undefined);
  await countOnBoard(tx, row, 1);
}

/** The refusal of words that need a review: everyone sees the request already. */
const PLAIN_WORDS = english('Please leave out swear words: the request is on the board already.');

/**
 * Changes the lyrics of a request, as its requester.
 * @throws Problem `not_found`; `forbidden` for somebody else's; `lyrics_closed` once it is queued; `bad_input` for words
 *   that an admin would have to read first.
 */
export async function writeLyrics(
  c: Context,
  user: Reader & object,
  id: string,
  lyrics: string | null,
): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const row = await lockRequest(tx, c.engine, id);
    if (row.user_id !== user.id) throw new Problem('forbidden');
    if (row.status !== 'open' && row.status !== 'in_review') throw new Problem('lyrics_closed');
    if (row.in_review === 0 && needsReview(lyrics ?? ''))
      throw new Problem('bad_input', PLAIN_WORDS, { field: 'lyrics' });
    await updateRequest(tx, id, { lyrics });
    if (row.in_review === 0) await notifyBoard(tx, c.engine, [id]);
  });
}

/**
 * Edits a request, as an admin. `released: false` puts a released one back on the board.
 * @throws Problem `not_found`; `request_closed` if its credits were returned; `duplicate_request` if the name is taken;
 *   `song_live` if its song must be withdrawn first; `song_missing` for `released: true`: only a song releases it.
 */
export async function edit(
  c: Context,
  admin: Reader,
  id: string,
  changes: Partial<RequestInput> & { released?: boolean },
): Promise<void> {
  let name: Pick<RequestRow, 'title' | 'artist'> | undefined;
  try {
    await c.db.transaction().execute(async (tx) => {
      const row = await lockRequest(tx, c.engine, id);
      if (row.status === 'declined' || row.status === 'returned' || row.status === 'merged')
        throw new Problem('request_closed');
      const { released, ...texts } = changes;
      name = { ...row, ...texts };
      await updateRequest(tx, id, { ...texts, name_key: nameKey(name), search_text: searchText(name) });
      if (row.in_review === 0) await learnWords(tx, searchText(name));
      if (row.released === 1 && texts.description !== undefined)
        await indexWords(tx, wishWords, id, texts.description);
      if (released === true && row.released === 0) throw new Problem('song_missing');
      if (released === false && row.released === 1) await putBack(tx, row, c.clock());
      await notifyBoard(tx, c.engine, [id]);
    });
  } catch (error) {
    if (name && c.engine.isDuplicate(error)) await throwDuplicate(c.db, admin, name);
    throw error;
  }
}
