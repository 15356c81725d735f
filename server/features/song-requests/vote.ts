import { randomUUID } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { can, upgradeHint } from 'contract/plans.ts';
import type { Voted } from 'contract/song-requests.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { idOfKey } from '../../platform/http/idempotency-key.ts';
import type { VoteQueue } from './vote-queue.ts';

/**
 * Casts one vote: takes the credits and adds the vote, both or neither.
 * @param key the caller's idempotency key; a repeat charges nothing and returns the current request and balance.
 * @throws Problem `plan_refuses`; `not_found`; `request_closed` if it is released or declined;
 *   `not_enough_credits` with what is `needed`; `conflict` if the key was used for another request.
 */
export async function vote(
  queue: VoteQueue,
  user: Pick<CurrentUser, 'id' | 'plan_tier'>,
  request_id: string,
  key?: string,
): Promise<Voted> {
  if (!can(user, 'vote')) throw new Problem('plan_refuses', upgradeHint('upvotes', user.plan_tier));
  const id = key === undefined ? randomUUID() : idOfKey('vote', user.id, key);
  return queue({ id, user_id: user.id, request_id });
}
