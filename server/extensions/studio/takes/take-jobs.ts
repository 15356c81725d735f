import type { Job } from 'contract/extensions/operation.ts';
import type { Db } from '../../../platform/db/schema.ts';
import type { StudioContext } from '../studio-context.ts';
import { monthOf, selectSpending } from './budget.ts';

/** Takes that failed longer ago are no longer listed, ms; the studio's page has them. */
const LISTED_MS = 7 * 86_400_000;

/** Takes that are not finished, or that failed lately. */
export async function listJobs(db: Db, now: number, limit: number): Promise<Job[]> {
  const takes = db
    .selectFrom('take')
    .innerJoin('song_request', 'song_request.id', 'take.request_id')
    .select(['take.id', 'take.state', 'take.number', 'take.failure', 'take.attempts', 'take.updated_at'])
    .select(['song_request.title', 'song_request.released', 'song_request.refunded_at'])
    .limit(limit);
  const failed = takes
    .where('take.state', 'in', ['failed', 'lost'])
    .where('take.updated_at', '>', now - LISTED_MS)
    .orderBy('take.updated_at', 'desc');
  const unfinished = takes.where('take.due_at', 'is not', null).orderBy('take.due_at');
  const rows = await db
    .selectFrom(failed.as('failed'))
    .selectAll()
    .unionAll(db.selectFrom(unfinished.as('unfinished')).selectAll())
    .execute();
  return rows.map(({ number, title, released, refunded_at, ...take }) => {
    const isFailed = take.state === 'failed' || take.state === 'lost';
    return {
      ...take,
      kind: 'take' as const,
      state: isFailed ? 'failed' : take.state === 'queued' ? 'waiting' : 'running',
      title: `${title}, take ${number}`,
      can_retry: isFailed && released === 0 && refunded_at === null,
      can_cancel: !isFailed,
    };
  });
}

/** Cents spent in this month, by generator. */
export const monthlySpending = (c: Pick<StudioContext, 'db' | 'clock'>) =>
  selectSpending(c.db, monthOf(c.clock()));
