import type { Db } from '../../platform/db/schema.ts';
import { monthOf, selectSpending } from './budget.ts';
import type { StudioContext } from './studio-context.ts';

/** How many unfinished takes there are in each state. */
export async function countJobs(db: Db): Promise<{ state: string; count: number }[]> {
  const rows = await db
    .selectFrom('take')
    // Unfinished ones are few, and the index on `due_at` has no others.
    .where('due_at', 'is not', null)
    .groupBy('state')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}

/** Cents spent in this month, by generator. */
export const monthlySpending = (c: Pick<StudioContext, 'db' | 'clock'>) =>
  selectSpending(c.db, monthOf(c.clock()));
