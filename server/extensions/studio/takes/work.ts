import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import type { FailureKind } from 'contract/extensions/studio-constants.ts';
import { toOneLine } from 'contract/fields.ts';
import type { TakeTable } from '../../../platform/db/tables/extensions/studio.ts';
import { LeaseLost } from '../../../platform/jobs.ts';
import { finishTake } from '../choosing/settle.ts';
import { GeneratorError, type MusicGenerator, type TakeFacts, type TakeSpec } from '../generator.ts';
import type { StudioContext } from '../studio-context.ts';
import { factsFor } from './facts.ts';
import {
  ANSWER_TIMEOUT,
  backoff,
  fail,
  holdTake,
  type Job,
  MADE,
  MAX_ATTEMPTS,
  messageOf,
  showRequestProgress,
} from './job.ts';
import { checkAudio, fetchAudio, keepAudio } from './take-audio.ts';
import { updateLeased } from './take-queries.ts';

const GONE = 'This generator is not set up anymore.';
const LOST = 'The server stopped while it submitted this take. The generator may have made and billed it.';
const STOPPED = 'The server stopped each time while this take was made.';

/**
 * Does what a take's state asks for, until it has to wait or has ended.
 * @returns how long it has to wait, ms. @throws failures of this server.
 */
export async function workOn(c: StudioContext, job: Job): Promise<number | undefined> {
  const { take, generator, isWanted, isAbandoned } = job;
  if (!isWanted) return cancel(c, job);
  if (!generator) return fail(c, job, 'invalid', GONE);
  if (isAbandoned && !generator.capabilities.repeatable) return fail(c, job, 'lost', LOST);
  if (isAbandoned && take.attempts > MAX_ATTEMPTS) return fail(c, job, 'failed', STOPPED);
  if (take.state === 'submitting') return submitTake(c, job, generator);
  if (take.state === 'running') return pollTake(c, job, generator);
  if (take.state === 'fetching') return fetchAudio(c, job, generator);
  if (take.state === 'checking') return checkAudio(c, job);
}

/** Its request has left the studio. */
async function cancel(c: StudioContext, { take, claim, generator, isAbandoned }: Job): Promise<undefined> {
  const wasSent = isAbandoned || take.state !== 'submitting';
  if (take.provider_id !== null)
    await generator?.cancel?.(take.provider_id, AbortSignal.timeout(ANSWER_TIMEOUT)).catch(() => {});
  await finishTake(c, take, claim, { state: 'cancelled', ...(!wasSent && { is_billed: 0 as const }) });
}

/** A take that was submitted is given up after this long: at least, and as a multiple of the quote; ms. */
const LEAST_WAIT = 10 * 60_000;
const WAIT_FACTOR = 4;
/** The wait before made audio is stored again, ms; longer with each attempt. */
const KEEP_AGAIN_AFTER = 200;

/** Submits a take to its generator, which starts it or makes it at once. */
async function submitTake(
  c: StudioContext,
  job: Job,
  generator: MusicGenerator,
): Promise<number | undefined> {
  const { take, claim, stop } = job;
  const spec: TakeSpec = JSON.parse(take.spec);
  const wait = Math.max(LEAST_WAIT, generator.quote(spec).seconds * 1000 * WAIT_FACTOR);
  const target = c.media.workFile(`take-${take.id}`);
  const hold = holdTake(c, take, claim, { stop, timeoutMs: generator.endsByItself ? undefined : wait });
  const onProgress = (progress: number) => hold.onProgress(progress * MADE);
  try {
    const made = await generator.submit(spec, take.id, { target, signal: hold.signal, onProgress });
    if ('facts' in made)
      return await keepBought(c, job, target, factsFor(made.facts, spec, generator), hold.signal);
    await hold.end();
    const changes = { state: 'running', provider_id: made.providerId, attempts: 0 } as const;
    const due = { deadline_at: c.clock() + wait, updated_at: c.clock() };
    if (await updateLeased(c.db, claim, { ...changes, ...due })) return POLL_EVERY;
    // It was cancelled meanwhile.
    await generator.cancel?.(made.providerId, AbortSignal.timeout(ANSWER_TIMEOUT)).catch(() => {});
  } catch (error) {
    return await afterSubmission(c, job, generator, error, hold.signal);
  } finally {
    await hold.end();
    await rm(target, { force: true });
  }
}

/** Stores audio that cannot be fetched again, also if the database or the store is away for a moment. */
async function keepBought(c: StudioContext, job: Job, file: string, facts: TakeFacts, signal: AbortSignal) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await keepAudio(c, job, file, facts);
    } catch (error) {
      const isVerdict = error instanceof Problem || error instanceof LeaseLost;
      if (isVerdict || attempt === MAX_ATTEMPTS || signal.aborted) throw error;
      await sleep(KEEP_AGAIN_AFTER * attempt, undefined, { signal }).catch(() => {});
    }
  }
}

/** Decides what a failed submission means: to try again only if nothing can have been bought. */
async function afterSubmission(
  c: StudioContext,
  job: Job,
  { capabilities: { repeatable } }: MusicGenerator,
  error: unknown,
  signal: AbortSignal,
): Promise<number | undefined> {
  // Somebody else works on it, or it is no longer wanted.
  if (error instanceof LeaseLost || (signal.aborted && signal.reason instanceof LeaseLost)) return 0;
  // The verdict about the file, which the generator itself wrote.
  if (error instanceof Problem) return fail(c, job, 'rejected', error.message);
  const known = error instanceof GeneratorError ? error : undefined;
  const kind = known?.kind ?? (repeatable ? 'transient' : 'lost');
  const isTemporary = kind === 'busy' || kind === 'transient' || (kind === 'lost' && repeatable);
  if (job.stop.aborted && (repeatable || isTemporary)) return requeue(c, job, 0, job.take.attempts - 1);
  const forLog = known ? known.cause : error;
  if (forLog !== undefined) job.claim.report(forLog);
  if (isTemporary && job.take.attempts < MAX_ATTEMPTS) return requeue(c, job, backoff(job.take.attempts));
  const message = known?.message ?? `The generator failed: ${messageOf(error)}`;
  await fail(c, job, kind, message, known?.suggestion);
}

/** Queues a take again. @returns the wait before the next attempt, ms. */
async function requeue(c: StudioContext, { take, claim }: Job, delay: number, attempts = take.attempts) {
  const changes = { state: 'queued', attempts: Math.max(0, attempts), updated_at: c.clock() } as const;
  await updateLeased(c.db, claim, changes);
  return delay;
}

/** Interval between polls of a take, ms. */
const POLL_EVERY = 2000;
/** The longest wait after a failure to ask, ms. */
const LONGEST_WAIT = 60_000;
/** Characters of the URL of a result; some carry a signature. */
const ADDRESS_MAX = 4000;

const TOO_LATE = 'The generator did not finish this take in time.';

/** Asks the generator about a started take. */
async function pollTake(c: StudioContext, job: Job, generator: MusicGenerator): Promise<number | undefined> {
  const { take, claim, stop } = job;
  const update = (changes: Partial<TakeTable>) => updateLeased(c.db, claim, changes);
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ANSWER_TIMEOUT)]);
  const isLate = c.clock() > take.deadline_at!;
  const found = await generator.poll(take.provider_id!, signal).catch((error) => {
    // The truth is with the generator: only the deadline ends the wait for it.
    if (error instanceof GeneratorError && error.kind !== 'transient' && error.kind !== 'busy')
      return { state: 'failed' as const, error: { kind: error.kind, message: error.message } };
    return undefined;
  });
  if (found?.state === 'succeeded') {
    const facts = JSON.stringify(factsFor(found.facts, JSON.parse(take.spec), generator));
    const source_address = toOneLine(found.audioUrl, ADDRESS_MAX);
    const next = { state: 'fetching', source_address, facts, attempts: 0 } as const;
    if (!(await update({ ...next, progress: MADE, updated_at: c.clock() }))) return;
    await showRequestProgress(c, take.request_id);
    return 0;
  } else if (found?.state === 'failed') {
    const { kind, message, suggestion } = found.error as {
      kind: FailureKind;
      message: string;
      suggestion?: string;
    };
    await fail(c, job, kind, message, suggestion, true);
  } else if (isLate) {
    await generator.cancel?.(take.provider_id!, signal).catch(() => {});
    await fail(c, job, 'lost', TOO_LATE);
  } else {
    const progress = Math.max(take.progress, (found?.progress ?? 0) * MADE);
    const attempts = found ? 0 : take.attempts + 1;
    await update({ progress, attempts });
    if (progress > take.progress) await showRequestProgress(c, take.request_id);
    return found ? POLL_EVERY : Math.min(LONGEST_WAIT, backoff(attempts));
  }
}
