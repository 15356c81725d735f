import { Problem } from 'contract/errors.ts';
import { limitOf, type Tier, UNLIMITED, upgradeHint } from 'contract/plans.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';

/**
 * Locks a user's row until the transaction ends and returns their current plan. Count and add what a plan limits
 * under this lock, so that two tabs cannot both take the last place.
 * @throws Problem `unauthorized` if the account has been deleted.
 */
export async function lockPlan(tx: Tx, engine: Engine, user_id: string): Promise<Tier> {
  const user = tx.selectFrom('user').where('id', '=', user_id).where('deleted_at', 'is', null).select('id');
  if (!(await engine.lockRow(user).executeTakeFirst())) throw new Problem('unauthorized');
  const status = await tx
    .selectFrom('account_status')
    .where('user_id', '=', user_id)
    .select('plan_tier')
    .executeTakeFirst();
  return status?.plan_tier ?? 'free';
}

/** @throws Problem `limit_reached` with the `limit`, in §6's words, if the plan allows no more than `count` returns. */
export async function assertBelowLimit(
  plan_tier: Tier,
  what: 'savedTracks' | 'playlists',
  count: () => Promise<number>,
): Promise<void> {
  const limit = limitOf({ plan_tier }, what);
  if (limit !== UNLIMITED && (await count()) >= limit)
    throw new Problem('limit_reached', upgradeHint(what, plan_tier), { limit });
}
