import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { REQUEST_COST } from 'contract/features/song-requests-constants.ts';
import { can, upgradeHint } from 'contract/plans.ts';
import { english } from 'contract/text/messages.ts';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { idOfKey } from '../../platform/http/requests/idempotency-key.ts';
import { spend } from '../credits/credits.ts';
import { getRequest } from './board/board.ts';
import { changeCounts } from './board/board-queries.ts';
import { emitStep, insertEvents, notifyBoard } from './events.ts';
import { nameKey, type SongName } from './moderation/names.ts';
import { insertRequest, isVisibleTo, type Reader, selectByName } from './queries.ts';

/** For a duplicate of a request that waits for review, which the caller cannot vote for. */
const WAITING = english(
  'This song has already been requested and is being looked at. Please try again later.',
);

export interface RequestInput extends SongName {
  genre: string;
  description: string;
  /** None by default. */
  lyrics?: string | null;
}

/**
 * Submits a song request: takes the credits and creates the request, both or neither. One with words that need an
 * admin's eyes is hidden until it is approved; if it is declined, the credits are returned.
 * @param key the caller's idempotency key; a repeat returns the request that the first call created, as it is now.
 * @throws Problem `plan_refuses`; `not_enough_credits` with what is `needed`; `duplicate_request` with the
 *   `request_id`; `conflict` if the key was used for another song.
 */
export async function submit(c: Context, user: Reader & object, input: RequestInput, key?: string) {
  if (!can(user, 'requestSongs')) throw new Problem('plan_refuses', upgradeHint('requests', user.plan_tier));
  const id = key === undefined ? randomUUID() : idOfKey('request', user.id, key);
  const request = await c.db.transaction().execute((tx) => createRequest(c, tx, user, id, input));
  if (nameKey(request) !== nameKey(input)) throw new Problem('conflict');
  return request;
}

/** Inserts the request before it locks the balance, as all transactions lock requests first. */
async function createRequest(c: Context, tx: Tx, user: Reader & object, id: string, input: RequestInput) {
  const user_id = user.id;
  const { title, artist, genre, description, lyrics = null } = input;
  const now = c.clock();
  const in_review = needsReview(title, artist, description, lyrics ?? '') ? (1 as const) : (0 as const);
  const row = { id, user_id, title, artist, genre, description, lyrics, in_review, created_at: now };
  const inserted = await insertRequest(tx, row);
  const { repeated } = await spend(tx, c.engine, {
    user_id,
    kind: 'request',
    amount: REQUEST_COST,
    key: `request:${id}`,
    reference: id,
    subject: title,
    now,
  });
  if (!inserted && !repeated) await throwDuplicate(tx, user, row);
  if (inserted) {
    await insertEvents(tx, c.engine, [{ request_id: id, kind: 'requested' }], now);
    if (in_review) await emitStep(tx, c.engine, { request_id: id, kind: 'in_review', at: now });
    else {
      await changeCounts({ requests: 1, votes: 0, queued: 0 }).execute(tx);
      await notifyBoard(tx, c.engine, [id]);
    }
  }
  return getRequest(tx, user, id);
}

/** @throws Problem `duplicate_request`, always; with its `request_id` if the reader may see it. */
export async function throwDuplicate(db: Db | Tx, reader: Reader, name: SongName): Promise<never> {
  const other = await selectByName(db, undefined, nameKey(name));
  if (other && !isVisibleTo(other, reader)) throw new Problem('duplicate_request', WAITING);
  throw new Problem('duplicate_request', undefined, { request_id: other?.id });
}

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/**
 * True if texts hold words that an admin must read before anyone else does, disguised spellings included. Harmless
 * names may be among them, such as Moby Dick's, so this never refuses anything by itself. A number is no disguise: a
 * song may be called Highway 455.
 */
export const needsReview = (...texts: string[]): boolean =>
  texts.some((text) =>
    matcher
      .getAllMatches(text)
      .some(({ startIndex, endIndex }) => /\p{L}/u.test(text.slice(startIndex, endIndex + 1))),
  );
