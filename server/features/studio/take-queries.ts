import { sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { TakeTable } from '../../platform/db/tables/studio.ts';

/** What ends a take's work: nobody looks at it again. */
export const FINAL = { due_at: null, lease: null, lease_until: null } as const;

export function selectTake(db: Db | Tx, id: string) {
  return db.selectFrom('take').where('id', '=', id).selectAll().executeTakeFirst();
}

/** The takes of a request, in the order in which they were added. */
export function selectTakes(db: Db | Tx, request_id: string) {
  return db.selectFrom('take').where('request_id', '=', request_id).selectAll().orderBy('number').execute();
}

/** The takes of these requests, with how many people chose each. */
export function selectTakesOf(db: Db | Tx, engine: Engine, request_ids: string[]) {
  return db
    .selectFrom('take')
    .where(engine.isAnyOf('take.request_id', request_ids))
    .selectAll('take')
    .select((eb) => [
      eb
        .selectFrom('choice')
        .whereRef('choice.request_id', '=', 'take.request_id')
        .whereRef('choice.take_id', '=', 'take.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('choices'),
      eb
        .selectFrom('provenance')
        .whereRef('provenance.take_id', '=', 'take.id')
        .select('provenance.track_id')
        .as('track_id'),
      eb
        .selectFrom('upload')
        .whereRef('upload.id', '=', 'take.upload_id')
        .where('upload.state', '=', 'ready')
        .select('upload.url')
        .as('original_url'),
    ])
    .orderBy('take.request_id')
    .orderBy('take.number')
    .execute();
}

/** Takes looked at in one round. */
const BATCH = 50;

/**
 * Takes that are due and not leased, and whether their request still wants them. Queued ones come last: they may have
 * to wait for those that their generator works on, and must not fill the batch.
 */
export function selectDue(db: Db, now: number) {
  return db
    .selectFrom('take')
    .innerJoin('song_request', 'song_request.id', 'take.request_id')
    .where('take.due_at', '<=', now)
    .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .selectAll('take')
    .select(sql<number>`case when song_request.stage is null then 0 else 1 end`.as('is_wanted'))
    .orderBy(sql`case when take.state = 'queued' then 1 else 0 end`)
    .orderBy('take.due_at')
    .orderBy('take.number')
    .limit(BATCH)
    .execute();
}

/** Makes takes due whose audio has been measured or refused. @returns whether there were any. */
export async function makeMeasuredDue(db: Db, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('take')
    .set({ due_at: now })
    .where('state', '=', 'checking')
    .where('due_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('upload')
          .whereRef('upload.id', '=', 'take.upload_id')
          .where('upload.state', 'in', ['ready', 'failed'])
          .select('upload.id'),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a request is still in the studio. */
export async function isInStudio(db: Db, request_id: string): Promise<boolean> {
  const query = db.selectFrom('song_request').where('id', '=', request_id).select('stage');
  return (await query.executeTakeFirst())?.stage !== null;
}

/** How many takes each generator is working on. */
export async function countAtWork(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('take')
    // Unfinished ones are few, and the index on `due_at` has no others.
    .where('due_at', 'is not', null)
    .where('state', 'in', ['submitting', 'running'])
    .groupBy('generator')
    .select(({ fn }) => ['generator', fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map(({ generator, count }) => [generator, Number(count)]));
}

/** How many takes are not finished. */
export const countUnfinished = (db: Db) => countRows(db.selectFrom('take').where('due_at', 'is not', null));

/** Leases a take that is still in the state in which it was read. @returns whether this server has it now. */
export async function leaseTake(
  db: Db,
  { id, state, lease_until }: Pick<TakeTable, 'id' | 'state' | 'lease_until'>,
  changes: Partial<TakeTable> & { lease: string; lease_until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('take')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('due_at', 'is not', null)
    .where('lease_until', lease_until === null ? 'is' : '=', lease_until)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Identifies a take and the lease under which this server works on it. */
export interface Claim {
  id: string;
  lease: string;
}

/** Changes a take under a lease. @returns whether the lease is still valid and the take unfinished. */
export async function updateLeased(
  db: Db | Tx,
  { id, lease }: Claim,
  changes: Partial<TakeTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('take')
    .set(changes)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets the take of an upload play another file. */
export async function replaceTakeAudio(
  tx: Tx,
  { from, to, upload_id }: { from: string; to: string; upload_id: string },
): Promise<void> {
  await tx
    .updateTable('take')
    .set({ audio_url: to })
    .where('id', 'in', (eb) => eb.selectFrom('upload').where('id', '=', upload_id).select('take_id'))
    .where('audio_url', '=', from)
    .execute();
}

/** Ends an unfinished take, even if a server works on it. @returns whether it was unfinished. */
export async function endTake(tx: Tx, id: string, changes: Partial<TakeTable>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('take')
    .set({ ...FINAL, ...changes })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Makes a running take due, as its generator asks by a webhook. */
export async function hurryTake(db: Db, generator: string, provider_id: string, now: number): Promise<void> {
  await db
    .updateTable('take')
    .set({ due_at: now })
    .where('generator', '=', generator)
    .where('provider_id', '=', provider_id)
    .where('state', '=', 'running')
    .where('due_at', '>', now)
    .execute();
}

/** Where the song of a live track came from. */
export function selectProvenance(db: Db, track_id: string, now: number) {
  return db
    .selectFrom('provenance')
    .innerJoin('track', 'track.id', 'provenance.track_id')
    .where('provenance.track_id', '=', track_id)
    .where('track.is_deleted', '=', 0)
    .where('track.release_date', '<=', new Date(now).toISOString())
    .select(['provenance.request_id', 'provenance.facts'])
    .executeTakeFirst();
}

/** How a track of the studio was made, whatever happened to it since. */
export function selectMaking(db: Db, track_id: string) {
  return db
    .selectFrom('provenance')
    .innerJoin('track', 'track.id', 'provenance.track_id')
    .innerJoin('take', 'take.id', 'provenance.take_id')
    .innerJoin('song_request', 'song_request.id', 'provenance.request_id')
    .where('provenance.track_id', '=', track_id)
    .select(['take.id', 'take.generator', 'take.spec', 'take.facts', 'take.updated_at', 'track.audio_url'])
    .select(['song_request.id as request_id', 'song_request.title', 'song_request.artist'])
    .executeTakeFirst();
}
