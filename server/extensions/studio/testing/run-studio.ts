import type { AppContext } from '../../../app-context.ts';
import { hurry } from '../../../platform/jobs.ts';
import { runEvents, runNextJob } from '../../../testing/jobs.ts';
import { REVIEW, TAKE } from '../settings.ts';

/** Does one piece of work on a take or its audio, as the jobs do. @returns whether there was any. */
export async function stepStudio(c: AppContext): Promise<boolean> {
  await runEvents(c);
  const isDone = await runNextJob(c, TAKE, 'publishing.process');
  await runEvents(c);
  return isDone;
}

/** Does everything that is due now, with the clock moved on while takes wait for something. */
export async function runStudio(c: AppContext, time: { now: number }, rounds = 200): Promise<void> {
  await hurry(c.db, c.engine, REVIEW, c.clock());
  await runEvents(c);
  for (let i = 0; i < rounds; i++) {
    if (await stepStudio(c)) continue;
    const { run_at } = await c.db
      .selectFrom('job')
      .where('kind', '=', TAKE)
      .select(({ fn }) => fn.min('run_at').as('run_at'))
      .executeTakeFirstOrThrow();
    if (run_at === null) return;
    time.now = Math.max(time.now, run_at);
  }
}
