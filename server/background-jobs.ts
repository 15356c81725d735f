import type { AppContext } from './app-context.ts';
import { jobKinds } from './features.ts';
import { startWorker, type Worker } from './platform/jobs.ts';

interface BackgroundJobs {
  start: () => void;
  /** Resolves when running jobs rest. The next start goes on from there. */
  stop: () => Promise<void>;
}

/**
 * Background jobs of a server. Starting and stopping may be called in any order and at any time.
 * @param onFailure receives what failed; a failed job must not end the server, and is tried again.
 * @param isHeldBack whether jobs of a kind have to wait for now.
 */
export function backgroundJobs(
  c: AppContext,
  onFailure: (error: unknown, what: string) => void,
  isHeldBack?: (kind: string) => boolean,
): BackgroundJobs {
  let wanted = false;
  let worker: Worker | undefined;
  let changing: Promise<void> = Promise.resolve();
  const change = (to: boolean) => {
    wanted = to;
    changing = changing.then(async () => {
      if (wanted && !worker) worker = startWorker(c, jobKinds, onFailure, isHeldBack);
      else if (!wanted && worker) {
        await worker.stop();
        worker = undefined;
      }
    });
    return changing;
  };
  return { start: () => void change(true), stop: () => change(false) };
}
