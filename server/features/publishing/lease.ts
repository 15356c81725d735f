import type { Step } from 'contract/publishing-constants.ts';
import type { Context } from '../../platform/context.ts';
import { updateClaimed } from './upload-claims.ts';

/** An upload that no server has renewed the lease of for this long may be claimed by another; ms. */
export const LEASE_MS = 20_000;
const RENEW_EVERY = 5000;

/** Identifies an upload and the lease under which this server processes it. */
export interface Claim {
  id: string;
  lease: string;
}

/** Another server has claimed the upload, or it was discarded. */
export class LeaseLost extends Error {}

/**
 * Renews the lease of a claimed upload and records its progress until `end`.
 * @returns a signal that aborts when the lease is lost or `stop` aborts.
 */
export function renewLease(c: Pick<Context, 'db' | 'clock'>, claim: Claim, stop: AbortSignal) {
  const lost = new AbortController();
  let current: { step: Step | null; progress: number } = { step: null, progress: 0 };
  let writing: Promise<void> | undefined;
  const renew = () => {
    writing ??= updateClaimed(c.db, claim, { ...current, lease_until: c.clock() + LEASE_MS })
      .then((claimed) => {
        if (!claimed) lost.abort(new LeaseLost());
      })
      // The database may be away for a moment; if it stays away, the lease expires.
      .catch(() => {})
      .finally(() => {
        writing = undefined;
      });
  };
  const timer = setInterval(renew, RENEW_EVERY);
  return {
    signal: AbortSignal.any([lost.signal, stop]),
    onProgress: (step: string, progress: number) => {
      current = { step: step as Step, progress };
      renew();
    },
    end: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}
