import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { assertAnotherAdmin } from './last-admin.ts';
import { insertEvent, lockUser } from './queries.ts';
import { endSessions } from './sessions.ts';
import { insertStatus, selectStatus, updateGrantedTier, updateTier } from './status-queries.ts';

type PlanContext = Pick<AccountsContext, 'engine' | 'clock' | 'personalData'>;

/**
 * Grants a user a plan on behalf of an admin; no subscription lowers it. Sessions continue, since every
 * call reads the plan anew; only a change to or from admin ends them.
 * @throws Problem `not_found`.
 */
export async function setTier(c: AccountsContext, user_id: string, tier: Tier): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const before = await changeTier(tx, c, user_id, tier);
    if (before !== tier && (before === 'admin' || tier === 'admin')) await endSessions(tx, user_id);
    await updateGrantedTier(tx, user_id, tier);
  });
}

/**
 * Changes a user's plan, as a subscription does. Sessions continue, since every call reads the plan anew.
 * @returns the plan before.
 * @throws Problem `not_found` for an unknown or deleted account; `last_admin`.
 */
export async function changeTier(tx: Tx, c: PlanContext, user_id: string, tier: Tier): Promise<Tier> {
  const now = c.clock();
  if ((await lockUser(tx, c.engine, user_id)) === undefined) throw new Problem('not_found');
  if (tier !== 'admin') await assertAnotherAdmin(tx, c.engine, user_id);
  await insertStatus(tx, user_id, 'free', now);
  const before = (await selectStatus(tx, { user_id }))!.plan_tier;
  if (!(await updateTier(tx, user_id, tier, now))) return before;
  await startPlan(tx, c, user_id, tier);
  await insertEvent(tx, { user_id, kind: 'plan', detail: tier, created_at: now });
  return before;
}

/** Tells every feature that a user has a new plan. */
export async function startPlan(
  tx: Tx,
  c: Pick<AccountsContext, 'clock' | 'personalData'>,
  user_id: string,
  tier: Tier,
): Promise<void> {
  for (const { planStarted } of c.personalData) await planStarted?.(tx, user_id, tier, c.clock());
}
