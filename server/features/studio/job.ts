import { type FailureKind, TAKE_PROMPT_MAX } from 'contract/studio-constants.ts';
import type { TakeTable } from '../../platform/db/tables/studio.ts';
import { line } from './facts.ts';
import type { MusicGenerator } from './generator.ts';
import { finishTake } from './settle.ts';
import type { StudioContext } from './studio-context.ts';
import type { Claim } from './take-queries.ts';

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

/** Gives a take's lease back, until it is due again. */
export const RELEASED = { lease: null, lease_until: null } as const;

/** A generator that does not answer in this time is asked again later, ms. */
export const ANSWER_TIMEOUT = 15_000;

/** Attempts at what can be repeated safely, and the wait after the first failure, which doubles; ms. */
export const MAX_ATTEMPTS = 6;
const RETRY_AFTER = 2000;

/** The wait before the next attempt, ms. */
export const backoff = (attempts: number) => RETRY_AFTER * 2 ** Math.max(0, attempts - 1);

/** Parts of a take's progress: until its generator is done, until its audio is here. */
export const MADE = 0.8;
export const FETCHED = 0.85;

/** Characters of the sentence that says why a take failed. */
const FAILURE_MAX = 500;

/** Failures of a submission after which nothing can have been bought. */
const NOT_BOUGHT: ReadonlySet<FailureKind> = new Set(['moderated', 'invalid', 'quota', 'busy', 'transient']);

/** Ends a take without audio. @param wasAccepted by the generator: it may have been bought. */
export async function fail(
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
    failure: line(failure, FAILURE_MAX),
    suggestion: suggestion === undefined ? null : line(suggestion, TAKE_PROMPT_MAX),
    ...(!wasAccepted && NOT_BOUGHT.has(kind) && { is_billed: 0 as const }),
  });
}

/** The message of an error, for the admin. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
