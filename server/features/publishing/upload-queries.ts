import type { AudioFacts, Upload } from 'contract/features/publishing.ts';
import { steps } from 'contract/features/publishing-constants.ts';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { UploadTable } from '../../platform/db/tables/publishing.ts';
import { LeaseLost, type RunningJob } from '../../platform/jobs.ts';

export async function insertUpload(tx: Tx, row: UploadTable): Promise<void> {
  await tx.insertInto('upload').values(row).execute();
}

export function selectUpload(db: Db | Tx, id: string) {
  return db.selectFrom('upload').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Changes an upload while this server has its job. @throws LeaseLost otherwise. */
export async function updateUpload(
  db: Db | Tx,
  { key, isHeld }: Pick<RunningJob, 'key' | 'isHeld'>,
  changes: Partial<UploadTable>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set(changes)
    .where('id', '=', key)
    .where(isHeld)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}

/** Counts the uploads that will be processed before this one. */
const countAhead = (db: Db, { id, created_at }: UploadTable) =>
  countRows(
    db
      .selectFrom('upload')
      .where('state', 'in', ['waiting', 'processing'])
      .where('created_at', '<=', created_at)
      .where('id', '!=', id),
  );

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

/** The facts of a processed upload of this file, unless an older version measured less; locks that upload. */
export function selectReadyFacts(tx: Tx, engine: Engine, url: string) {
  return engine
    .lockRow(
      tx
        .selectFrom('upload')
        .where('url', '=', url)
        .where('state', '=', 'ready')
        .where('facts', 'like', '%"length_fault":%')
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
export async function deleteUnpublished(db: Db | Tx, id: string): Promise<boolean> {
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

/** The facts of a processed file; URLs are paths on our origin. */
export const factsOf = ({ facts }: UploadTable) =>
  facts === null ? null : ({ clipped: null, length_fault: null, ...JSON.parse(facts) } as AudioFacts);

export async function toUploadResponse(c: Context, row: UploadTable, origin: string): Promise<Upload> {
  const facts = factsOf(row);
  const toUrl = <T extends string | null>(path: T) => (path?.startsWith('/') ? origin + path : path) as T;
  const reached = row.state === 'ready' ? steps.length : row.step === null ? 0 : steps.indexOf(row.step);
  return {
    id: row.id,
    url: toUrl(row.url),
    file_name: row.file_name,
    bytes: row.bytes,
    state: row.state,
    steps: steps.map((name, i) => ({
      name,
      progress: i < reached ? 1 : i === reached && row.step !== null ? row.progress : 0,
    })),
    ahead: row.state === 'waiting' ? await countAhead(c.db, row) : 0,
    facts: facts && {
      ...facts,
      stream_url: toUrl(facts.stream_url),
      preview_url: toUrl(facts.preview_url),
      waveform_json_url: toUrl(facts.waveform_json_url),
      tags: { ...facts.tags, cover_url: toUrl(facts.tags.cover_url) },
    },
    failure: row.failure,
    created_at: row.created_at,
  };
}
