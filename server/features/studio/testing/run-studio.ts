import { processNext } from '../../publishing/processing.ts';
import { claimDue, reviewRequests, startWaiting } from '../jobs.ts';
import type { StudioContext } from '../studio-context.ts';
import { workOn } from '../work.ts';

const fail = (error: unknown) => {
  throw error;
};

/** Does one piece of work, as the jobs do. @returns whether there was any. */
export async function stepStudio(c: StudioContext): Promise<boolean> {
  const job = await claimDue(c, new AbortController().signal);
  if (job) await workOn(c, job);
  return job !== undefined || (await processNext(c));
}

/** Does everything that is due now, with the clock moved on while takes wait for something. */
export async function runStudio(c: StudioContext, time: { now: number }, rounds = 200): Promise<void> {
  await reviewRequests(c, fail);
  await startWaiting(c, fail);
  for (let i = 0; i < rounds; i++) {
    if (await stepStudio(c)) continue;
    const { due_at } = await c.db
      .selectFrom('take')
      .select(({ fn }) => fn.min('due_at').as('due_at'))
      .executeTakeFirstOrThrow();
    if (due_at === null) return;
    time.now = Math.max(time.now, due_at);
  }
}
