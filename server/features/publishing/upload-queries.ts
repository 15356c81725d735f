import type { ExpressionBuilder } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Schema, Tx } from '../../platform/db/schema.ts';
import type { UploadTable } from '../../platform/db/tables/publishing.ts';

export async function insertUpload(tx: Tx, row: UploadTable): Promise<void> {
  await tx.insertInto('upload').values(row).execute();
}

export function selectUpload(db: Db | Tx, id: string) {
  return db.selectFrom('upload').where('id', '=', id).selectAll().executeTakeFirst();
}

/** The uploads of one file: ready ones first, then this user's, then the newest. */
export function selectByUrl(db: Db | Tx, url: string, user_id?: string) {
  return db
    .selectFrom('upload')
    .where('url', '=', url)
    .selectAll()
    .orderBy((eb) => eb.case().when('state', '=', 'ready').then(0).else(1).end())
    .orderBy((eb) =>
      eb
        .case()
        .when('user_id', '=', user_id ?? null)
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('created_at', 'desc')
    .execute();
}

/** The facts of a processed upload of this file; locks that upload. */
export function selectReadyFacts(tx: Tx, engine: Engine, url: string) {
  return engine
    .lockRow(
      tx
        .selectFrom('upload')
        .where('url', '=', url)
        .where('state', '=', 'ready')
        .select('facts')
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .executeTakeFirst();
}

/** The track that an upload was published as, unless it was withdrawn; locks the upload. */
export async function selectPublishedTrack(tx: Tx, engine: Engine, id: string) {
  const upload = await engine
    .lockRow(tx.selectFrom('upload').where('id', '=', id).select('track_id'))
    .executeTakeFirst();
  if (!upload?.track_id) return undefined;
  return tx
    .selectFrom('track')
    .where('id', '=', upload.track_id)
    .where('is_deleted', '=', 0)
    .select('id')
    .executeTakeFirst();
}

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

/** Links a ready upload to the track that plays it. @returns whether the upload still exists. */
export async function linkToTrack(tx: Tx, id: string, track_id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ track_id })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes an upload that no track plays and that is not a take's. @returns whether there was one. */
export async function deleteUnpublished(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('track_id', 'is', null)
    .where('take_id', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes finished uploads that were not published and have not changed since; the sweep removes their files. */
export async function deleteAbandoned(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('upload')
    .where('track_id', 'is', null)
    .where('take_id', 'is', null)
    .where('state', 'in', ['ready', 'failed'])
    .where('updated_at', '<', before)
    .execute();
}
