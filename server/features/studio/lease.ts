import { setTimeout as sleep } from 'node:timers/promises';
import type { TakeTable } from '../../platform/db/tables/studio.ts';
import { showProgress } from '../song-requests/song-requests.ts';
import type { StudioContext } from './studio-context.ts';
import { type Claim, isInStudio, selectTakes, updateLeased } from './take-queries.ts';

/** A take whose lease no server has renewed for this long may be claimed by another; ms. */
export const LEASE_MS = 20_000;
const RENEW_EVERY = 5000;
/** Least time between two writes of progress, ms. */
const PROGRESS_EVERY = 500;

/** Another server works on the take, it was cancelled, or its request has left the studio. */
export class LeaseLost extends Error {}

/**
 * Renews the lease of a claimed take and writes its progress until `end`.
 * @returns a signal that aborts when the lease is lost, the deadline passes or `stop` aborts.
 */
export function holdLease(
  c: StudioContext,
  take: Pick<TakeTable, 'id' | 'request_id' | 'progress'>,
  claim: Claim,
  { stop, timeoutMs }: { stop: AbortSignal; timeoutMs: number },
) {
  const lost = new AbortController();
  const ended = new AbortController();
  let progress = take.progress;
  let written = progress;
  const renew = async () => {
    const changes = { progress, lease_until: c.clock() + LEASE_MS };
    if (!(await updateLeased(c.db, claim, changes))) lost.abort(new LeaseLost());
    else if (!(await isInStudio(c.db, take.request_id))) {
      // Given back, so that the take is cancelled at once.
      await updateLeased(c.db, claim, { lease: null, lease_until: null, due_at: c.clock() });
      lost.abort(new LeaseLost());
    }
    if (progress === written) return;
    written = progress;
    await showRequestProgress(c, take.request_id);
  };
  const run = async () => {
    for (let rounds = 1; !ended.signal.aborted; rounds++) {
      await sleep(PROGRESS_EVERY, undefined, { signal: ended.signal }).catch(() => {});
      if (ended.signal.aborted) return;
      const isDue = rounds % (RENEW_EVERY / PROGRESS_EVERY) === 0;
      // The database may be away for a moment; if it stays away, the lease expires.
      if (isDue || progress !== written) await renew().catch(() => {});
    }
  };
  const running = run();
  return {
    signal: AbortSignal.any([lost.signal, stop, AbortSignal.timeout(timeoutMs)]),
    onProgress: (value: number) => {
      progress = Math.max(progress, Math.min(1, value));
    },
    end: async () => {
      ended.abort();
      await running;
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
