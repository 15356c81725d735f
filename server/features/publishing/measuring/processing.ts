import { english } from 'contract/text/messages.ts';
import { Unplayable } from 'music/analysis/pcm.ts';
import type { Context } from '../../../platform/context.ts';
import type { UploadTable } from '../../../platform/db/tables/publishing.ts';
import { type Again, emit, type JobKind, LeaseLost, type RunningJob } from '../../../platform/jobs.ts';
import { StoreUnavailable } from '../../../platform/media/bucket.ts';
import { selectByUrl, selectUpload, updateUpload } from '../upload-queries.ts';
import { processUpload } from './process-upload.ts';

/** The kind of job that measures the upload that its key names. */
export const PROCESS = 'publishing.process';
/** Says that an upload was measured or refused. */
export const MEASURED = 'upload.measured';

/** An upload is given up after this many attempts that ended without a verdict about the file. */
const MAX_ATTEMPTS = 3;
/** Before the second attempt; twice as long before the third; ms. */
const RETRY_AFTER = 30_000;
/** Delay before a retry of an unavailable store, ms. */
const STORE_AGAIN_MS = 5000;

const GAVE_UP = english('The server could not process this file. Please upload it again later.');

/** Measures uploads, one at a time. Only a verdict about the file itself removes the file. */
export const processing: JobKind<Context> = {
  retryMs: (attempts) => RETRY_AFTER * attempts,
  run: async (c, _payload, job): Promise<Again | undefined> => {
    const upload = await selectUpload(c.db, job.key);
    if (!upload || upload.state === 'ready' || upload.state === 'failed') return;
    const { attempts } = job;
    const update = (changes: Partial<UploadTable>) =>
      updateUpload(c.db, job, { ...changes, updated_at: c.clock() });
    const putBack = () => update({ state: 'waiting', step: null, progress: 0 });
    // The server itself ended during each attempt.
    if (attempts > MAX_ATTEMPTS) return settle(c, job, upload, { state: 'failed', failure: GAVE_UP });
    await update({ state: 'processing', step: null, progress: 0, attempts });
    try {
      const facts = await processUpload(c, upload, job);
      await settle(c, job, upload, { state: 'ready', facts: JSON.stringify(facts) });
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      if (error instanceof Unplayable) return rejectFile(c, job, upload, error.message);
      await putBack();
      if (job.signal.aborted) throw error;
      job.report(error);
      // However long the store is unavailable, that does not count as an attempt.
      if (error instanceof StoreUnavailable && !error.permanent) return { inMs: STORE_AGAIN_MS };
      if (attempts < MAX_ATTEMPTS) throw error;
      await settle(c, job, upload, { state: 'failed', failure: GAVE_UP });
    }
  },
};

/** Ends an upload with its verdict. */
async function settle(
  c: Context,
  job: RunningJob,
  { id, take_id }: UploadTable,
  verdict: Partial<UploadTable> & { state: 'ready' | 'failed' },
): Promise<undefined> {
  const now = c.clock();
  await c.db.transaction().execute(async (tx) => {
    await updateUpload(tx, job, { ...verdict, updated_at: now });
    await job.end(tx);
    await emit(tx, c.engine, MEASURED, { id, take_id }, now);
  });
}

/** Fails the upload and removes its file, unless another upload has the same file. */
async function rejectFile(
  c: Context,
  job: RunningJob,
  upload: UploadTable,
  failure: string,
): Promise<undefined> {
  await settle(c, job, upload, { state: 'failed', failure });
  const others = (await selectByUrl(c.db, upload.url)).filter(({ state }) => state !== 'failed');
  if (others.length === 0) await c.media.remove(upload.url);
}
