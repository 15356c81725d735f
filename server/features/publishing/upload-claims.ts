import type { Step } from 'contract/publishing-constants.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { UploadTable } from '../../platform/db/tables/publishing.ts';
import { holdLease, LEASE_MS } from '../../platform/jobs.ts';

/** Counts the uploads that will be processed before this one. */
export const countAhead = (db: Db, { id, created_at }: UploadTable) =>
  countRows(
    db
      .selectFrom('upload')
      .where('state', 'in', ['waiting', 'processing'])
      .where('created_at', '<=', created_at)
      .where('id', '!=', id),
  );

/** Whether an upload is unfinished and neither leased nor waiting for its retry. */
const isDue = (now: number) => (eb: ExpressionBuilder<Schema, 'upload'>) =>
  eb.and([
    eb('state', 'in', ['waiting', 'processing']),
    eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]),
  ]);

/** Leases the oldest upload that is due. @param until end of the lease, epoch ms. */
export function claimNext(
  db: Db,
  engine: Engine,
  { lease, now, until }: { lease: string; now: number; until: number },
) {
  return db.transaction().execute(async (tx) => {
    const found = await engine
      .lockRow(
        tx.selectFrom('upload').where(isDue(now)).selectAll().orderBy('created_at').orderBy('id').limit(1),
      )
      .executeTakeFirst();
    if (!found) return undefined;
    const { numUpdatedRows } = await tx
      .updateTable('upload')
      .set({
        state: 'processing',
        lease,
        lease_until: until,
        attempts: found.attempts + 1,
        step: null,
        progress: 0,
        updated_at: now,
      })
      .where('id', '=', found.id)
      // Another server may have been faster.
      .where(isDue(now))
      .executeTakeFirst();
    return numUpdatedRows === 1n ? { ...found, attempts: found.attempts + 1 } : undefined;
  });
}

/** Updates an upload under a lease. @returns whether the lease is still valid. */
export async function updateClaimed(
  db: Db | Tx,
  { id, lease }: { id: string; lease: string },
  changes: Partial<UploadTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set(changes)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Identifies an upload and the lease under which this server processes it. */
export interface Claim {
  id: string;
  lease: string;
}

/** Holds the lease of a claimed upload and records the step that it is at. */
export const holdUpload = (c: Pick<Context, 'db' | 'clock'>, claim: Claim, stop: AbortSignal) =>
  holdLease<{ step: Step | null; progress: number }>(
    { step: null, progress: 0 },
    (current) => updateClaimed(c.db, claim, { ...current, lease_until: c.clock() + LEASE_MS }),
    stop,
  );
