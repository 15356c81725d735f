import type { TakeTable } from '../../platform/db/tables/studio.ts';
import { holdLease, LEASE_MS } from '../../platform/jobs.ts';
import { showProgress } from '../song-requests/song-requests.ts';
import type { StudioContext } from './studio-context.ts';
import { type Claim, isInStudio, selectTakes, updateLeased } from './take-queries.ts';

/**
 * Holds the lease of a claimed take and writes its progress until `end`. A take whose request has left the studio is
 * given back, so that it is cancelled at once.
 * @returns a signal that aborts when the lease is lost, the time is over or `stop` aborts.
 */
export function holdTake(
  c: StudioContext,
  take: Pick<TakeTable, 'id' | 'request_id' | 'progress'>,
  claim: Claim,
  { stop, timeoutMs }: { stop: AbortSignal; timeoutMs: number },
) {
  let written = take.progress;
  const hold = holdLease(
    take.progress,
    async (progress) => {
      const changes = { progress, lease_until: c.clock() + LEASE_MS };
      if (!(await updateLeased(c.db, claim, changes))) return false;
      if (!(await isInStudio(c.db, take.request_id))) {
        await updateLeased(c.db, claim, { lease: null, lease_until: null, due_at: c.clock() });
        return false;
      }
      if (progress !== written) await showRequestProgress(c, take.request_id);
      written = progress;
      return true;
    },
    AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
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
