import type { FailureKind } from 'contract/studio-constants.ts';
import type { TakeTable } from '../../platform/db/tables/studio.ts';
import { factsFor, line } from './facts.ts';
import { GeneratorError, type MusicGenerator } from './generator.ts';
import { ANSWER_TIMEOUT, backoff, fail, type Job, MADE, RELEASED } from './job.ts';
import { showRequestProgress } from './lease.ts';
import type { StudioContext } from './studio-context.ts';
import { updateLeased } from './take-queries.ts';

/** How often a generator is asked about a take, ms. */
export const POLL_EVERY = 2000;
/** The longest wait after a failure to ask, ms. */
const LONGEST_WAIT = 60_000;
/** Characters of the address of a result; some carry a signature. */
const ADDRESS_MAX = 4000;

const TOO_LATE = 'The generator did not finish this take in time.';

/** Asks the generator about a started take. */
export async function pollTake(c: StudioContext, job: Job, generator: MusicGenerator): Promise<void> {
  const { take, claim, stop } = job;
  const wait = (changes: Partial<TakeTable>, delay: number) =>
    updateLeased(c.db, claim, { ...RELEASED, ...changes, due_at: c.clock() + delay });
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
    const source_address = line(found.audioUrl, ADDRESS_MAX);
    const next = { state: 'fetching', source_address, facts, attempts: 0 } as const;
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
    await wait({ progress, attempts }, found ? POLL_EVERY : Math.min(LONGEST_WAIT, backoff(attempts)));
    if (progress > take.progress) await showRequestProgress(c, take.request_id);
  }
}
