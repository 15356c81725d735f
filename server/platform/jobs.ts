import { setTimeout as sleep } from 'node:timers/promises';
import { traced } from './tracing.ts';

/**
 * Durable jobs. The rows of each feature are its queue: their state says what is to be done, `lease` and `lease_until`
 * who does it, and another server goes on when a lease has expired. What all of them share is here.
 */

/** Works through a queue until `stop`. */
export interface Worker {
  /** Looks for work now. */
  wake: () => void;
  /** Ends once the current work rests. The next start resumes it. */
  stop: () => Promise<void>;
}

export const noWorker = (): Worker => ({ wake: () => {}, stop: async () => {} });

/**
 * Looks for work until it is stopped.
 * @param look does what is due, and resolves to the wait until the next look, ms; it may be shorter after a wake.
 * @param name of the job, for traces.
 * @param onError receives what `look` throws, for the log; the next look follows after `idleMs`.
 */
export function startWorker(
  look: (stop: AbortSignal) => Promise<number>,
  { name, idleMs, onError }: { name: string; idleMs: number; onError: (error: unknown) => void },
): Worker {
  const stopped = new AbortController();
  const tracedLook = traced(`job ${name}`, look);
  let isWoken = false;
  let resume = () => {};
  const wake = () => {
    isWoken = true;
    resume();
  };
  const run = async () => {
    while (!stopped.signal.aborted) {
      isWoken = false;
      const wait = await tracedLook(stopped.signal).catch((error) => {
        onError(error);
        return idleMs;
      });
      if (wait === 0 || isWoken || stopped.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const ended = run();
  return {
    wake,
    stop: async () => {
      stopped.abort();
      wake();
      await ended;
    },
  };
}

/** Work whose lease no server has renewed for this long may be claimed by another; ms. */
export const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5000;
/** Least time between two writes of progress, ms. */
const PROGRESS_EVERY_MS = 500;

/** Another server has claimed the work, or it is no longer wanted. */
export class LeaseLost extends Error {}

/**
 * Renews a lease and records progress until `end`.
 * @param renew writes the progress and the new end of the lease; resolves to whether the lease was still held.
 * @returns a signal that aborts when the lease is lost or `stop` aborts.
 */
export function holdLease<Progress>(
  first: Progress,
  renew: (progress: Progress) => Promise<boolean>,
  stop: AbortSignal,
) {
  const lost = new AbortController();
  const ended = new AbortController();
  let progress = first;
  let written = first;
  const run = async () => {
    for (let rounds = 1; !ended.signal.aborted; rounds++) {
      await sleep(PROGRESS_EVERY_MS, undefined, { signal: ended.signal }).catch(() => {});
      if (ended.signal.aborted) return;
      const isDue = rounds % (RENEW_EVERY_MS / PROGRESS_EVERY_MS) === 0;
      if (!isDue && progress === written) continue;
      written = progress;
      // The database may be away for a moment; if it stays away, the lease expires.
      const isHeld = await renew(progress).catch(() => true);
      if (isHeld) continue;
      lost.abort(new LeaseLost());
      return;
    }
  };
  const running = run();
  return {
    signal: AbortSignal.any([lost.signal, stop]),
    onProgress: (value: Progress) => {
      progress = value;
    },
    end: async () => {
      ended.abort();
      await running;
    },
  };
}
