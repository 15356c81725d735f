import { Problem } from 'contract/errors.ts';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/jobs.ts';
import { PROCESS } from './measuring/processing.ts';
import { selectUpload } from './upload-queries.ts';

const STATES = { waiting: 'waiting', processing: 'running', failed: 'failed' } as const;

/** Uploads that are not finished or have failed. Those of takes are part of their take. */
export async function listJobs(db: Db, limit: number) {
  const ofState = (state: keyof typeof STATES) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('upload')
          .where('state', '=', state)
          .where('take_id', 'is', null)
          .selectAll()
          .orderBy('created_at', 'desc')
          .limit(limit)
          .as('upload'),
      )
      .select(['id', 'file_name', 'failure', 'attempts', 'updated_at', sql.lit(state).as('state')]);
  const rows = await ofState('failed').unionAll(ofState('processing')).unionAll(ofState('waiting')).execute();
  return rows.map(({ file_name, state, ...row }) => ({
    ...row,
    kind: 'upload' as const,
    state: STATES[state],
    title: file_name,
    can_retry: state === 'failed',
    can_cancel: state !== 'failed',
  }));
}

/**
 * Puts a failed upload back in the queue.
 * @throws Problem `not_found`; `upload_not_failed`, also if its file was removed because it cannot be played.
 */
export async function retryUpload(c: Context, id: string): Promise<void> {
  const upload = await selectUpload(c.db, id);
  if (!upload) throw new Problem('not_found');
  if (upload.state === 'failed' && (await c.media.sizeOf(upload.url)) === undefined)
    throw new Problem('upload_not_failed', 'Please upload another file.');
  const now = c.clock();
  await c.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('upload')
      .set({ state: 'waiting', step: null, progress: 0, failure: null, attempts: 0, updated_at: now })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .where('take_id', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Problem('upload_not_failed');
    await enqueue(tx, c.engine, { kind: PROCESS, key: id, run_at: now });
  });
}
