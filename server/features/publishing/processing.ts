import { randomUUID } from 'node:crypto';
import { Unplayable } from 'music/analysis/pcm.ts';
import type { Context } from '../../platform/context.ts';
import type { UploadTable } from '../../platform/db/tables/publishing.ts';
import { LEASE_MS, LeaseLost, startWorker, type Worker } from '../../platform/jobs.ts';
import { StoreUnavailable } from '../../platform/media/bucket.ts';
import { processUpload } from './process-upload.ts';
import { type Claim, claimNext, updateClaimed } from './upload-claims.ts';
import { selectByUrl } from './upload-queries.ts';

/** How often the queue is checked for uploads that are due for a retry or were left by another server, ms. */
const LOOK_EVERY_MS = 5000;
/** An upload is given up after this many attempts that ended without a verdict about the file. */
const MAX_ATTEMPTS = 3;
/** Before the second attempt; twice as long before the third; ms. */
const RETRY_AFTER = 30_000;

const GAVE_UP = 'The server could not process this file. Please upload it again later.';

const RELEASED = { lease: null, lease_until: null };
const REQUEUED = { ...RELEASED, state: 'waiting', step: null, progress: 0 } as const;

export interface PublishingContext extends Context {
  processing: Worker;
}

/**
 * Processes uploads, one at a time.
 * @param onDone is called after each verdict.
 * @param onError receives everything that kept an upload from being processed, for the log.
 */
export const startProcessing = (
  c: Context,
  { onDone = () => {}, onError }: { onDone?: () => void; onError: (error: unknown) => void },
): Worker =>
  startWorker(
    async (stop) => {
      if (!(await processNext(c, stop))) return LOOK_EVERY_MS;
      onDone();
      return 0;
    },
    { name: 'process uploads', idleMs: LOOK_EVERY_MS, onError },
  );

/**
 * Processes the upload that has waited longest. Only a verdict about the file itself removes the file.
 * @returns whether there was one.
 * @throws what kept the upload from being processed, after it was put back in the queue or given up.
 */
export async function processNext(
  c: Context,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const now = c.clock();
  const lease = randomUUID();
  const upload = await claimNext(c.db, c.engine, { lease, now, until: now + LEASE_MS });
  if (!upload) return false;
  const claim = { id: upload.id, lease };
  const update = (changes: Partial<UploadTable>) =>
    updateClaimed(c.db, claim, { ...changes, updated_at: c.clock() });
  // The server itself ended during each attempt.
  if (upload.attempts > MAX_ATTEMPTS) {
    await update({ ...RELEASED, state: 'failed', failure: GAVE_UP });
    return true;
  }
  try {
    const facts = await processUpload(c, upload, claim, signal);
    await update({ ...RELEASED, state: 'ready', facts: JSON.stringify(facts) });
  } catch (error) {
    if (error instanceof LeaseLost) return true;
    if (error instanceof Unplayable) {
      await rejectFile(c, upload, claim, error.message);
      return true;
    }
    if (signal.aborted) {
      await update({ ...REQUEUED, attempts: upload.attempts - 1 });
      return true;
    }
    // However long the store is unavailable, that does not count as an attempt.
    if (error instanceof StoreUnavailable && !error.permanent)
      await update({ ...REQUEUED, attempts: upload.attempts - 1 });
    else if (upload.attempts < MAX_ATTEMPTS)
      await update({ ...REQUEUED, lease_until: c.clock() + RETRY_AFTER * upload.attempts });
    else await update({ ...RELEASED, state: 'failed', failure: GAVE_UP });
    throw error;
  }
  return true;
}

/** Fails the upload and removes its file, unless another upload has the same file. */
async function rejectFile(c: Context, { url }: UploadTable, claim: Claim, failure: string): Promise<void> {
  const changes = { ...RELEASED, state: 'failed' as const, failure, updated_at: c.clock() };
  if (!(await updateClaimed(c.db, claim, changes))) return;
  const others = (await selectByUrl(c.db, url)).filter(({ state }) => state !== 'failed');
  if (others.length === 0) await c.media.remove(url);
}
