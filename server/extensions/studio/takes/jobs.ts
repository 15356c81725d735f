import { type ErrorCode, Problem } from 'contract/errors.ts';
import {
  listWaiting,
  returnOverdue,
  selectClosing,
  selectNextClosing,
  selectOverdue,
} from '../../../features/song-requests/song-requests.ts';
import { enqueue, hurry, type JobKind } from '../../../platform/jobs.ts';
import { closeChoice } from '../choosing/release.ts';
import { REVIEW, TAKE } from '../settings.ts';
import type { StudioContext } from '../studio-context.ts';
import { makeTakes } from './make-takes.ts';
import {
  countAtWork,
  countUnfinished,
  inStudioSince,
  selectQueued,
  selectTake,
  updateLeased,
} from './take-queries.ts';
import { workOn } from './work.ts';

const DAY_MS = 86_400_000;
/** For how long the release of a chosen take is tried again before the request counts as overdue, ms. */
const RELEASE_MS = DAY_MS;
/** Interval between reviews of queued requests, choices and overdue requests, unless asked for before; ms. */
const REVIEW_EVERY_MS = 60_000;
/** The shortest wait between two reviews that nothing asked for, ms. */
const REVIEW_AGAIN_MS = 250;
/** Takes that this server works on at once; each generator has a limit of its own. */
const AT_ONCE = 8;
/** While this many takes are unfinished, no further request enters the studio; twice as many for one that people watch. */
const UNFINISHED_MAX = 6;
/** Delay between looks at a take that waits until the server is less busy, ms. */
const BUSY_AGAIN_MS = 1000;

/** For how long a request counts as one that people watch, after it has reached its goal; ms. */
const WATCHED_MS = 30 * 60_000;

/** Requests that reached their goal after this moment come first; epoch ms. */
export const watchedSince = (c: Pick<StudioContext, 'clock'>) => c.clock() - WATCHED_MS;

/**
 * Closes choices whose time is over, then returns the credits of requests that were queued for too long. A request
 * that fails does not keep the others.
 */
export async function reviewRequests(c: StudioContext, onError: (error: unknown) => void): Promise<void> {
  for (const { id } of await selectClosing(c.db, c.clock()))
    await closeChoice(c, id).catch(ignoring('choice_closed', onError));
  const limits = {
    queuedBefore: c.clock() - c.studio.returnDays * DAY_MS,
    choiceEndedBefore: c.clock() - RELEASE_MS,
  };
  for (const { id } of await selectOverdue(c.db, limits)) await returnOverdue(c, id, limits).catch(onError);
}

/** An admin or another server did the same at the same moment: no fault. */
const ignoring = (code: ErrorCode, onError: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof Problem && error.code === code)) onError(error);
};

/**
 * Lets the next requests that were queued for long enough into the studio, as far as it has room and starts by itself:
 * while the server is busy, only those that people watch.
 * @returns when the next one will have been queued for long enough, epoch ms.
 */
export async function startWaiting(c: StudioContext, onError: (error: unknown) => void): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  if (c.studio.mode !== 'auto' || c.generators.length === 0) return next;
  const watched = watchedSince(c);
  let room = 2 * UNFINISHED_MAX - (await countUnfinished(c.db));
  for (const { id, queued_at } of room > 0 ? await listWaiting(c.db, undefined, watched) : []) {
    const since = queued_at! + c.studio.queuedMs;
    if (since > c.clock()) {
      next = Math.min(next, since);
      continue;
    }
    const isWatched = queued_at! > watched;
    if (room <= (isWatched ? 0 : UNFINISHED_MAX) || (!isWatched && c.isBusy?.())) break;
    await makeTakes(c, id, { onlyFirst: true }).catch(ignoring('request_closed', onError));
    room -= c.studio.takesPerRequest;
  }
  return next;
}

/** Looks at everything that waits for a time or for room. */
export const review: JobKind<StudioContext> = {
  everyMs: REVIEW_EVERY_MS,
  run: async (c, _payload, { report }) => {
    if (!c.isBusy?.()) await reviewRequests(c, report);
    const queued = await startWaiting(c, report);
    await startQueued(c);
    const next = Math.min(queued, (await selectNextClosing(c.db, c.clock())) ?? queued);
    return { inMs: Math.max(REVIEW_AGAIN_MS, Math.min(REVIEW_EVERY_MS, next - c.clock())) };
  },
};

/** A take's audio was measured: its job need not wait any longer. */
export const takeMeasured: JobKind<StudioContext> = {
  run: async (c, { take_id }: { take_id: string | null }) => {
    if (take_id !== null) await enqueue(c.db, c.engine, { kind: TAKE, key: take_id, run_at: c.clock() });
  },
};

/** Enqueues queued takes, as far as their generators have room. */
async function startQueued(c: StudioContext): Promise<void> {
  const atWork = await countAtWork(c.db);
  for (const { id, capabilities } of c.generators) {
    const room = capabilities.atOnce - (atWork.get(id) ?? 0);
    if (room <= 0) continue;
    const onlyWatched = c.isBusy?.() ?? false;
    const takes = await selectQueued(c.db, id, { limit: room, watchedSince: watchedSince(c), onlyWatched });
    const run_at = c.clock();
    await enqueue(c.db, c.engine, ...takes.map((take) => ({ kind: TAKE, key: take.id, run_at })));
  }
}

/** True if a generator may begin another take. */
async function hasRoom(c: StudioContext, id: string): Promise<boolean> {
  const atOnce = c.generators.find((one) => one.id === id)?.capabilities.atOnce ?? 1;
  return ((await countAtWork(c.db)).get(id) ?? 0) < atOnce;
}

const again = (inMs: number | undefined) => (inMs === undefined ? undefined : { inMs });

/** Works on the take that the key names. */
export const takeJob: JobKind<StudioContext> = {
  atOnce: AT_ONCE,
  run: async (c, _payload, claim) => {
    const take = await selectTake(c.db, claim.key);
    if (!take || take.due_at === null) return;
    const generator = c.generators.find(({ id }) => id === take.generator);
    const since = await inStudioSince(c.db, take.request_id);
    const isWatched = since === undefined || since > watchedSince(c);
    if (take.state === 'queued' && !isWatched && c.isBusy?.()) return { inMs: BUSY_AGAIN_MS };
    const job = { generator, isWanted: since !== undefined, stop: claim.signal, claim };
    if (take.state !== 'queued' && take.state !== 'submitting')
      return again(await workOn(c, { ...job, take, isAbandoned: false }));
    const isAbandoned = take.state === 'submitting';
    // A review enqueues it again when there is room.
    if (!isAbandoned && !(await hasRoom(c, take.generator))) return;
    const changes = { state: 'submitting', attempts: take.attempts + 1, updated_at: c.clock() } as const;
    if (!(await updateLeased(c.db, claim, changes))) return;
    const wait = await workOn(c, { ...job, take: { ...take, ...changes }, isAbandoned });
    // The generator may have room again.
    await hurry(c.db, c.engine, REVIEW, c.clock());
    return again(wait);
  },
};
