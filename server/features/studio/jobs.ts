import { randomUUID } from 'node:crypto';
import { type ErrorCode, Problem } from 'contract/errors.ts';
import { LEASE_MS, startWorker, type Worker } from '../../platform/jobs.ts';
import { listWaiting, returnOverdue, selectClosing, selectOverdue } from '../song-requests/song-requests.ts';
import type { Job } from './job.ts';
import { makeTakes } from './make-takes.ts';
import { closeChoice } from './release.ts';
import type { StudioContext } from './studio-context.ts';
import { countAtWork, countUnfinished, leaseTake, makeMeasuredDue, selectDue } from './take-queries.ts';
import { workOn } from './work.ts';

const DAY_MS = 86_400_000;
/** For how long the release of a chosen take is tried again before the request counts as overdue, ms. */
const RELEASE_MS = DAY_MS;
/** How often the studio looks for work while takes are unfinished, and while there are none; ms. */
const LOOK_EVERY = 250;
const IDLE_LOOK_EVERY = 2000;
/** How often queued requests, choices and overdue requests are looked at, ms. */
const REVIEW_EVERY = 2000;
/** Takes that this server works on at once; each generator has a limit of its own. */
const AT_ONCE = 8;
/** While this many takes are unfinished, no further request enters the studio. */
const UNFINISHED_MAX = 6;

/** @param onError receives everything that kept the studio from working, for the log. */
export function startStudio(c: StudioContext, onError: (error: unknown) => void): Worker {
  const working = new Set<Promise<void>>();
  let reviewedAt = Number.NEGATIVE_INFINITY;
  const look = async (stop: AbortSignal): Promise<number> => {
    if (c.clock() - reviewedAt >= REVIEW_EVERY) {
      reviewedAt = c.clock();
      await reviewRequests(c, onError);
      await startWaiting(c, onError);
    }
    const job = working.size < AT_ONCE ? await claimDue(c, stop) : undefined;
    if (job) {
      const work = workOn(c, job)
        .catch(onError)
        .finally(() => {
          working.delete(work);
          worker.wake();
        });
      working.add(work);
      return 0;
    }
    return working.size > 0 || (await countUnfinished(c.db)) > 0 ? LOOK_EVERY : IDLE_LOOK_EVERY;
  };
  const worker = startWorker(look, { name: 'studio', idleMs: IDLE_LOOK_EVERY, onError });
  const review = () => {
    reviewedAt = Number.NEGATIVE_INFINITY;
    worker.wake();
  };
  const listening = c.engine.listen('studio', { onMessage: review, onReconnect: review });
  return {
    wake: review,
    stop: async () => {
      const rests = worker.stop();
      (await listening).stop();
      await rests;
      await Promise.all(working);
    },
  };
}

/** Takes whose audio has just been measured need not wait for their next look. */
export async function wakeMeasured(c: StudioContext): Promise<void> {
  if (await makeMeasuredDue(c.db, c.clock())) c.studioJobs.wake();
}

/**
 * Closes choices whose time is over, then returns the credits of requests that were queued for too long. A request
 * that fails does not keep the others.
 */
export async function reviewRequests(c: StudioContext, onError: (error: unknown) => void): Promise<void> {
  for (const { id } of await selectClosing(c.db, c.clock()))
    await closeChoice(c, id).catch(unless('choice_closed', onError));
  const limits = {
    queuedBefore: c.clock() - c.studio.returnDays * DAY_MS,
    choiceEndedBefore: c.clock() - RELEASE_MS,
  };
  for (const { id } of await selectOverdue(c.db, limits)) await returnOverdue(c, id, limits).catch(onError);
}

/** An admin or another server did the same at the same moment: no fault. */
const unless = (code: ErrorCode, onError: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof Problem && error.code === code)) onError(error);
};

/** Lets the next requests that were queued for long enough into the studio, as far as it has room and starts by itself. */
export async function startWaiting(c: StudioContext, onError: (error: unknown) => void): Promise<void> {
  const [generator] = c.generators;
  if (c.studio.mode !== 'auto' || !generator) return;
  let room = UNFINISHED_MAX - (await countUnfinished(c.db));
  if (room <= 0) return;
  const waiting = await listWaiting(c.db, undefined);
  const queuedBefore = c.clock() - c.studio.queuedMs;
  for (const { id, queued_at } of waiting) {
    if (room <= 0) return;
    if (queued_at! > queuedBefore) continue;
    await makeTakes(c, id, { onlyFirst: true }).catch(unless('request_closed', onError));
    room -= c.studio.takesPerRequest;
  }
}

/** Claims a take that is due. A queued one is claimed for submission, if its generator has room. */
export async function claimDue(c: StudioContext, stop: AbortSignal): Promise<Job | undefined> {
  const now = c.clock();
  const due = await selectDue(c.db, now);
  if (due.length === 0) return undefined;
  const atWork = await countAtWork(c.db);
  for (const { is_wanted, ...take } of due) {
    const generator = c.generators.find(({ id }) => id === take.generator);
    const isNew = take.state === 'queued';
    const isAbandoned = take.state === 'submitting';
    if (isNew && (atWork.get(take.generator) ?? 0) >= (generator?.capabilities.atOnce ?? 1)) continue;
    const lease = randomUUID();
    const attempts = isNew || isAbandoned ? take.attempts + 1 : take.attempts;
    const changes = {
      ...(isNew && { state: 'submitting' as const }),
      attempts,
      lease,
      lease_until: now + LEASE_MS,
      updated_at: now,
    };
    if (!(await leaseTake(c.db, take, changes))) continue;
    const claimed = { ...take, ...changes };
    return {
      take: claimed,
      claim: { id: take.id, lease },
      generator,
      isWanted: is_wanted === 1,
      isAbandoned,
      stop,
    };
  }
  return undefined;
}
