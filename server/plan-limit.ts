import { Problem } from 'contract/errors.ts';
import { limitOf, type Tier, UNLIMITED, upgradeHint } from 'contract/plans.ts';
import type { Engine } from './platform/db/engine.ts';
import type { Tx } from './platform/db/schema.ts';

/**
 * Holds a user's row until the transaction ends and tells their plan as it is now: whatever a plan limits is
 * counted and added to under this lock, so that two tabs cannot both take the last place.
 * @throws Problem `unauthorized` when the account was deleted meanwhile.
 */
export async function holdPlan(tx: Tx, engine: Engine, user_id: string): Promise<Tier> {
  const user = tx.selectFrom('user').where('id', '=', user_id).where('deleted_at', 'is', null).select('id');
  if (!(await engine.lockRow(user).executeTakeFirst())) throw new Problem('unauthorized');
  const status = await tx
    .selectFrom('account_status')
    .where('user_id', '=', user_id)
    .select('plan_tier')
    .executeTakeFirst();
  return status?.plan_tier ?? 'free';
}

/** @throws Problem `limit_reached` with the `limit`, in §6's words, when the plan allows no more than there are. */
export async function mustAllowOneMore(
  plan_tier: Tier,
  what: 'savedTracks' | 'playlists',
  count: () => Promise<number>,
): Promise<void> {
  const limit = limitOf({ plan_tier }, what);
  if (limit !== UNLIMITED && (await count()) >= limit)
    throw new Problem('limit_reached', upgradeHint(what, plan_tier), { limit });
}
