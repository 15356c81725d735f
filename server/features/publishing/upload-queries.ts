import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx, UploadTable } from '../../platform/db/schema.ts';

export async function insertUpload(db: Db, row: UploadTable): Promise<void> {
  await db.insertInto('upload').values(row).execute();
}

export function selectUpload(db: Db | Tx, id: string) {
  return db.selectFrom('upload').where('id', '=', id).selectAll().executeTakeFirst();
}

/** The uploads of one file: those that are ready first, this person's before others', then the newest. */
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

/** The track that an upload was published as, unless it was withdrawn; the upload is held until the transaction ends. */
export async function selectMadeOf(tx: Tx, engine: Engine, id: string) {
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

/** How many uploads are to be processed before this one. */
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

/** Takes the oldest upload that waits, or whose processor has not been heard of, for this processor. */
export function claim(db: Db, engine: Engine, lease: string, now: number, until: number) {
  return db.transaction().execute(async (tx) => {
    const found = await engine
      .lockRow(
        tx
          .selectFrom('upload')
          .where((eb) =>
            eb.or([
              eb('state', '=', 'waiting'),
              eb.and([eb('state', '=', 'processing'), eb('lease_until', '<', now)]),
            ]),
          )
          .selectAll()
          .orderBy('created_at')
          .orderBy('id')
          .limit(1),
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
      .where((eb) =>
        eb.or([
          eb('state', '=', 'waiting'),
          eb.and([eb('state', '=', 'processing'), eb('lease_until', '<', now)]),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n ? { ...found, attempts: found.attempts + 1 } : undefined;
  });
}

/** Changes an upload that this processor still holds. @returns whether it does. */
export async function changeHeld(
  db: Db | Tx,
  held: { id: string; lease: string },
  changes: Partial<UploadTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set(changes)
    .where('id', '=', held.id)
    .where('lease', '=', held.lease)
    .where('state', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ties a ready upload to the track that plays it. @returns whether it is still there. */
export async function tieToTrack(tx: Tx, id: string, track_id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ track_id })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns whether there was such an upload that no track plays. */
export async function deleteUnpublished(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('track_id', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Drops uploads that were not published and have not changed since; their files are swept. */
export async function deleteForgotten(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('upload')
    .where('track_id', 'is', null)
    .where('state', 'in', ['ready', 'failed'])
    .where('updated_at', '<', before)
    .execute();
}
