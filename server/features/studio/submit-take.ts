import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from 'contract/errors.ts';
import { factsFor } from './facts.ts';
import { GeneratorError, type MusicGenerator, type TakeFacts, type TakeSpec } from './generator.ts';
import { ANSWER_TIMEOUT, backoff, fail, type Job, MADE, MAX_ATTEMPTS, messageOf, RELEASED } from './job.ts';
import { holdLease, LeaseLost } from './lease.ts';
import { POLL_EVERY } from './poll-take.ts';
import type { StudioContext } from './studio-context.ts';
import { keepAudio } from './take-audio.ts';
import { updateLeased } from './take-queries.ts';

/** A take that was submitted is given up after this long: at least, and as a multiple of the quote; ms. */
const LEAST_WAIT = 10 * 60_000;
const WAIT_FACTOR = 4;
/** The wait before made audio is stored again, ms; longer with each attempt. */
const KEEP_AGAIN_AFTER = 200;

/** Submits a take to its generator, which starts it or makes it at once. */
export async function submitTake(c: StudioContext, job: Job, generator: MusicGenerator): Promise<void> {
  const { take, claim, stop } = job;
  const spec: TakeSpec = JSON.parse(take.spec);
  const wait = Math.max(LEAST_WAIT, generator.quote(spec).seconds * 1000 * WAIT_FACTOR);
  const target = c.media.workFile(`take-${take.id}`);
  const hold = holdLease(c, take, claim, { stop, timeoutMs: wait });
  const onProgress = (progress: number) => hold.onProgress(progress * MADE);
  try {
    const made = await generator.submit(spec, take.id, { target, signal: hold.signal, onProgress });
    if ('facts' in made)
      return await keepBought(c, job, target, factsFor(made.facts, spec, generator), hold.signal);
    await hold.end();
    const changes = { state: 'running', provider_id: made.providerId, attempts: 0 } as const;
    const due = { due_at: c.clock() + POLL_EVERY, deadline_at: c.clock() + wait };
    const kept = await updateLeased(c.db, claim, { ...RELEASED, ...changes, ...due, updated_at: c.clock() });
    // It was cancelled meanwhile.
    if (!kept) await generator.cancel?.(made.providerId, AbortSignal.timeout(ANSWER_TIMEOUT)).catch(() => {});
  } catch (error) {
    await afterSubmission(c, job, generator, error, hold.signal);
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
): Promise<void> {
  if (error instanceof LeaseLost || (signal.aborted && signal.reason instanceof LeaseLost)) return;
  // The verdict about the file, which the generator itself wrote.
  if (error instanceof Problem) return fail(c, job, 'rejected', error.message);
  const known = error instanceof GeneratorError ? error : undefined;
  const kind = known?.kind ?? (repeatable ? 'transient' : 'lost');
  const isTemporary = kind === 'busy' || kind === 'transient' || (kind === 'lost' && repeatable);
  if (job.stop.aborted && (repeatable || isTemporary)) return requeue(c, job, 0, job.take.attempts - 1);
  const forLog = known ? known.cause : error;
  if (isTemporary && job.take.attempts < MAX_ATTEMPTS) await requeue(c, job, backoff(job.take.attempts));
  else {
    const message = known?.message ?? `The generator failed: ${messageOf(error)}`;
    await fail(c, job, kind, message, known?.suggestion);
  }
  if (forLog !== undefined) throw forLog;
}

const requeue = (c: StudioContext, { take, claim }: Job, delay: number, attempts = take.attempts) =>
  updateLeased(c.db, claim, {
    ...RELEASED,
    state: 'queued',
    attempts: Math.max(0, attempts),
    due_at: c.clock() + delay,
    updated_at: c.clock(),
  }).then(() => {});
