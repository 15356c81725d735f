import { type FailureKind, TAKE_PROMPT_MAX } from 'contract/extensions/studio-constants.ts';
import { toOneLine } from 'contract/fields.ts';
import { showProgress } from '../../../features/song-requests/song-requests.ts';
import type { TakeTable } from '../../../platform/db/tables/extensions/studio.ts';
import { followProgress, type RunningJob } from '../../../platform/jobs.ts';
import { finishTake } from '../choosing/settle.ts';
import type { MusicGenerator } from '../generator.ts';
import type { StudioContext } from '../studio-context.ts';
import { isInStudio, selectTakes, updateLeased } from './take-queries.ts';

/** A take with what is needed to work on it. */
export interface Job {
  take: TakeTable;
  claim: RunningJob;
  generator: MusicGenerator | undefined;
  /** False when its request has left the studio. */
  isWanted: boolean;
  /** True when it was found in `submitting`: the server that submitted it is gone. */
  isAbandoned: boolean;
  stop: AbortSignal;
}

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
): Promise<undefined> {
  await finishTake(c, take, claim, {
    state: kind === 'lost' ? 'lost' : 'failed',
    failure_kind: kind,
    failure: toOneLine(failure, FAILURE_MAX),
    suggestion: suggestion === undefined ? null : toOneLine(suggestion, TAKE_PROMPT_MAX),
    ...(!wasAccepted && NOT_BOUGHT.has(kind) && { is_billed: 0 as const }),
  });
}

/** The message of an error, for the admin. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Writes the progress of a take until `end`.
 * @returns a signal that aborts when its request has left the studio, the time is over or `stop` aborts.
 */
export function holdTake(
  c: StudioContext,
  take: Pick<TakeTable, 'id' | 'request_id' | 'progress'>,
  claim: RunningJob,
  { stop, timeoutMs }: { stop: AbortSignal; timeoutMs: number | undefined },
) {
  let written = take.progress;
  const hold = followProgress(
    take.progress,
    async (progress) => {
      if (!(await updateLeased(c.db, claim, { progress }))) return false;
      if (!(await isInStudio(c.db, take.request_id))) return false;
      if (progress !== written) await showRequestProgress(c, take.request_id);
      written = progress;
      return true;
    },
    timeoutMs === undefined ? stop : AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
  );
  let highest = take.progress;
  return {
    ...hold,
    onProgress: (value: number) => {
      highest = Math.max(highest, Math.min(1, value));
      hold.onProgress(highest);
    },
  };
}

/** Shows the mean progress of the takes that are being made or are ready. */
export async function showRequestProgress(c: StudioContext, request_id: string): Promise<void> {
  const takes = (await selectTakes(c.db, request_id)).filter(
    ({ state, due_at }) => due_at !== null || state === 'ready',
  );
  if (takes.length === 0) return;
  const sum = takes.reduce((total, { state, progress }) => total + (state === 'ready' ? 1 : progress), 0);
  await showProgress(c, request_id, Math.round((sum / takes.length) * 1000) / 1000);
}
