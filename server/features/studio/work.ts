import { rm } from 'node:fs/promises';
import { Problem } from 'contract/errors.ts';
import type { FailureKind } from 'contract/studio-constants.ts';
import type { TakeTable } from '../../platform/db/schema.ts';
import { factsOf, queueUpload, selectUpload, storeTakeAudio } from '../publishing/publishing.ts';
import { faultOf } from './check-audio.ts';
import { GeneratorError, type MusicGenerator, type TakeFacts, type TakeSpec } from './generator.ts';
import { holdLease, LEASE_MS, LeaseLost, showRequestProgress } from './lease.ts';
import { finishTake } from './settle.ts';
import type { StudioContext } from './studio-context.ts';
import { type Claim, updateLeased } from './take-queries.ts';

/** A take that was submitted is given up after this long: at least, and as a multiple of the quote; ms. */
const LEAST_WAIT = 10 * 60_000;
const WAIT_FACTOR = 4;
/** How often a generator is asked about a take, and the audio's processing about its result, ms. */
const POLL_EVERY = 2000;
const CHECK_EVERY = 250;
const POLL_TIMEOUT = 30_000;
const FETCH_TIMEOUT = 5 * 60_000;
/** Attempts at what can be repeated safely, and the wait after the first failure, which doubles; ms. */
const MAX_ATTEMPTS = 6;
const RETRY_AFTER = 2000;

/** Parts of a take's progress: until its generator is done, until its audio is here. */
const MADE = 0.8;
const FETCHED = 0.85;

const RELEASED = { lease: null, lease_until: null } as const;

/** Failures of a submission after which nothing can have been bought. */
const NOT_BOUGHT: ReadonlySet<FailureKind> = new Set(['moderated', 'invalid', 'quota', 'busy', 'transient']);

const GONE = 'This generator is not set up anymore.';
const LOST = 'The server stopped while it submitted this take. The generator may have made and billed it.';
const STOPPED = 'The server stopped each time while this take was made.';
const TOO_LATE = 'The generator did not finish this take in time.';

/** A claimed take with what is needed to work on it. */
export interface Job {
  take: TakeTable;
  claim: Claim;
  generator: MusicGenerator | undefined;
  /** False when its request has left the studio. */
  isWanted: boolean;
  /** True when it was found in `submitting`: the server that submitted it is gone. */
  isAbandoned: boolean;
  stop: AbortSignal;
}

/** Does what a take's state asks for, until it has to wait or has ended. Throws only failures of this server. */
export async function workOn(c: StudioContext, job: Job): Promise<void> {
  const { take, generator, isWanted, isAbandoned } = job;
  try {
    if (!isWanted) return await cancel(c, job);
    if (!generator) return await fail(c, job, 'invalid', GONE);
    if (isAbandoned && !generator.capabilities.repeatable) return await fail(c, job, 'lost', LOST);
    if (isAbandoned && take.attempts > MAX_ATTEMPTS) return await fail(c, job, 'failed', STOPPED);
    if (take.state === 'submitting') await submit(c, job, generator);
    else if (take.state === 'running') await poll(c, job, generator);
    else if (take.state === 'fetching') await fetchAudio(c, job, generator);
    else if (take.state === 'checking') await check(c, job);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

async function submit(c: StudioContext, job: Job, generator: MusicGenerator): Promise<void> {
  const { take, claim, stop } = job;
  const spec: TakeSpec = JSON.parse(take.spec);
  const wait = Math.max(LEAST_WAIT, generator.quote(spec).seconds * 1000 * WAIT_FACTOR);
  const target = c.media.workFile(`take-${take.id}`);
  const hold = holdLease(c, take, claim, { stop, timeoutMs: wait });
  const onProgress = (progress: number) => hold.onProgress(progress * MADE);
  try {
    const made = await generator.submit(spec, take.id, { target, signal: hold.signal, onProgress });
    await hold.end();
    if ('facts' in made) return await keep(c, job, target, made.facts);
    const changes = { state: 'running', provider_id: made.providerId, attempts: 0 } as const;
    const due = { due_at: c.clock() + POLL_EVERY, deadline_at: c.clock() + wait };
    const kept = await updateLeased(c.db, claim, { ...RELEASED, ...changes, ...due, updated_at: c.clock() });
    // It was cancelled meanwhile.
    if (!kept) await generator.cancel?.(made.providerId, AbortSignal.timeout(POLL_TIMEOUT)).catch(() => {});
  } catch (error) {
    await hold.end();
    await afterSubmission(c, job, generator, error, hold.signal);
  } finally {
    await rm(target, { force: true });
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

const backoff = (attempts: number) => RETRY_AFTER * 2 ** Math.max(0, attempts - 1);

async function poll(c: StudioContext, job: Job, generator: MusicGenerator): Promise<void> {
  const { take, claim, stop } = job;
  const wait = (changes: Partial<TakeTable>, delay: number) =>
    updateLeased(c.db, claim, { ...RELEASED, ...changes, due_at: c.clock() + delay });
  const signal = AbortSignal.any([stop, AbortSignal.timeout(Math.min(POLL_TIMEOUT, LEASE_MS - 1000))]);
  const isLate = c.clock() > take.deadline_at!;
  const found = await generator.poll(take.provider_id!, signal).catch((error) => {
    // The truth is with the generator: only the deadline ends the wait for it.
    if (error instanceof GeneratorError && error.kind !== 'transient' && error.kind !== 'busy')
      return { state: 'failed' as const, error: { kind: error.kind, message: error.message } };
    return undefined;
  });
  if (found?.state === 'succeeded') {
    const facts = JSON.stringify(found.facts);
    const next = { state: 'fetching', source_address: found.audioUrl, facts, attempts: 0 } as const;
    if (await wait({ ...next, progress: MADE, updated_at: c.clock() }, 0))
      await showRequestProgress(c, take.request_id);
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
    await wait({ progress, attempts }, found ? POLL_EVERY : Math.min(60_000, backoff(attempts)));
    if (progress > take.progress) await showRequestProgress(c, take.request_id);
  }
}

async function fetchAudio(c: StudioContext, job: Job, generator: MusicGenerator): Promise<void> {
  const { take, claim, stop } = job;
  const target = c.media.workFile(`take-${take.id}`);
  const hold = holdLease(c, take, claim, { stop, timeoutMs: FETCH_TIMEOUT });
  try {
    await generator.fetch(take.source_address!, target, hold.signal);
    await hold.end();
    await keep(c, job, target, JSON.parse(take.facts!));
  } catch (error) {
    await hold.end();
    if (error instanceof LeaseLost || (hold.signal.aborted && hold.signal.reason instanceof LeaseLost))
      return;
    if (error instanceof Problem) return await fail(c, job, 'rejected', error.message);
    const attempts = take.attempts + (stop.aborted ? 0 : 1);
    const isFinal = error instanceof GeneratorError && error.kind !== 'transient' && error.kind !== 'busy';
    if (isFinal || attempts >= MAX_ATTEMPTS)
      return await fail(
        c,
        job,
        isFinal ? error.kind : 'failed',
        `The audio could not be fetched: ${messageOf(error)}`,
      );
    await updateLeased(c.db, claim, { ...RELEASED, attempts, due_at: c.clock() + backoff(attempts) });
  } finally {
    await rm(target, { force: true });
  }
}

/** Stores a take's audio and queues it to be measured. @throws Problem `bad_audio`. */
async function keep(c: StudioContext, { take, claim }: Job, file: string, facts: TakeFacts): Promise<void> {
  const { url, bytes } = await storeTakeAudio(c, file).catch((error) => {
    if (error?.code === 'ENOENT') throw new Problem('bad_audio', 'The generator sent no audio.');
    throw error;
  });
  await c.db.transaction().execute(async (tx) => {
    const given = { url, bytes, user_id: null, file_name: null, take_id: take.id };
    const upload = await queueUpload(tx, c, given);
    const next = {
      state: 'checking',
      upload_id: upload.id,
      facts: JSON.stringify(facts),
      attempts: 0,
    } as const;
    const due = { progress: FETCHED, due_at: c.clock() + CHECK_EVERY, updated_at: c.clock() };
    if (!(await updateLeased(tx, claim, { ...RELEASED, ...next, ...due }))) throw new LeaseLost();
  });
  c.processing.wake();
  await showRequestProgress(c, take.request_id);
}

async function check(c: StudioContext, job: Job): Promise<void> {
  const { take, claim } = job;
  const upload = await selectUpload(c.db, take.upload_id!);
  const facts = upload && factsOf(upload);
  if (facts) {
    const { seconds }: TakeSpec = JSON.parse(take.spec);
    const fault = faultOf(facts, seconds);
    if (fault) return fail(c, job, 'rejected', fault);
    await finishTake(c, take, claim, {
      state: 'ready',
      progress: 1,
      audio_url: facts.stream_url,
      waveform_json_url: facts.waveform_json_url,
      duration_seconds: facts.duration_seconds,
      loudness_lufs: facts.loudness_lufs,
    });
    return showRequestProgress(c, take.request_id);
  }
  if (!upload || upload.state === 'failed')
    return fail(c, job, 'rejected', upload?.failure ?? 'The audio is no longer here.');
  await updateLeased(c.db, claim, { ...RELEASED, due_at: c.clock() + CHECK_EVERY });
}

/** Ends a take without audio. @param wasAccepted by the generator: it may have been bought. */
async function fail(
  c: StudioContext,
  { take, claim }: Job,
  kind: FailureKind,
  failure: string,
  suggestion?: string,
  wasAccepted = take.state !== 'queued' && take.state !== 'submitting',
): Promise<void> {
  await finishTake(c, take, claim, {
    state: kind === 'lost' ? 'lost' : 'failed',
    failure_kind: kind,
    failure,
    suggestion: suggestion ?? null,
    ...(!wasAccepted && NOT_BOUGHT.has(kind) && { is_billed: 0 as const }),
  });
}

/** Its request has left the studio. */
async function cancel(c: StudioContext, { take, claim, generator, isAbandoned }: Job): Promise<void> {
  const wasSent = isAbandoned || take.state !== 'submitting';
  if (take.provider_id !== null)
    await generator?.cancel?.(take.provider_id, AbortSignal.timeout(POLL_TIMEOUT)).catch(() => {});
  await finishTake(c, take, claim, { state: 'cancelled', ...(!wasSent && { is_billed: 0 as const }) });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
