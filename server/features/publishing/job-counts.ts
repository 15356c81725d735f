import type { Db } from '../../platform/db/schema.ts';

/** How many uploads wait or are being processed. */
export async function countJobs(db: Db): Promise<{ state: string; count: number }[]> {
  const rows = await db
    .selectFrom('upload')
    .where('state', 'in', ['waiting', 'processing'])
    .groupBy('state')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}
