import type { Step } from 'contract/publishing-constants.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { UploadTable } from '../../platform/db/tables/publishing.ts';

/** Counts the uploads that will be processed before this one. */
export async function countAhead(db: Db, { id, created_at }: UploadTable): Promise<number> {
  const row = await db
    .selectFrom('upload')
    .where('state', 'in', ['waiting', 'processing'])
    .where('created_at', '<=', created_at)
    .where('id', '!=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

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
