import { sql } from 'kysely';
import type { ReplacedFile } from '../../../features/publishing/publishing.ts';
import type { Engine } from '../../../platform/db/engine.ts';
import { countRows } from '../../../platform/db/lists.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { TakeTable } from '../../../platform/db/tables/extensions/studio.ts';
import type { RunningJob } from '../../../platform/jobs.ts';

/** Ends a take's work: nobody looks at it again. */
export const FINAL = { due_at: null } as const;

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

/**
 * The queued takes of a generator, in the order in which they are made: those of requests that reached their goal since
 * a moment first. The others give way between two takes.
 * @param onlyWatched leaves the others out.
 */
export function selectQueued(
  db: Db,
  generator: string,
  { limit, watchedSince, onlyWatched }: { limit: number; watchedSince: number; onlyWatched: boolean },
) {
  const isWatched = sql<boolean>`coalesce(song_request.queued_at, 0) > ${watchedSince}`;
  let query = db
    .selectFrom('take')
    .innerJoin('song_request', 'song_request.id', 'take.request_id')
    .where('take.generator', '=', generator)
    .where('take.state', '=', 'queued')
    .where('take.due_at', 'is not', null);
  if (onlyWatched) query = query.where(isWatched);
  return query
    .orderBy(sql`case when ${isWatched} then 0 else 1 end`)
    .orderBy('take.due_at')
    .orderBy('take.number')
    .limit(limit)
    .select('take.id')
    .execute();
}

/** Time when a request in the studio reached its goal, epoch ms; undefined for one no longer there. */
export async function inStudioSince(db: Db, request_id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('song_request')
    .where('id', '=', request_id)
    .where('stage', 'is not', null)
    .select('queued_at')
    .executeTakeFirst();
  return row && (row.queued_at ?? 0);
}

/** True if a request is still in the studio. */
export const isInStudio = async (db: Db, request_id: string): Promise<boolean> =>
  (await inStudioSince(db, request_id)) !== undefined;

/** Number of takes in progress, by generator. */
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

/** Number of unfinished takes. */
export const countUnfinished = (db: Db) => countRows(db.selectFrom('take').where('due_at', 'is not', null));

/** Changes an unfinished take while this server has its job. @returns whether it has, and the take is unfinished. */
export async function updateLeased(
  db: Db | Tx,
  { key, isHeld }: Pick<RunningJob, 'key' | 'isHeld'>,
  changes: Partial<TakeTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('take')
    .set(changes)
    .where('id', '=', key)
    .where(isHeld)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets the take of an upload play another file. */
export async function replaceTakeAudio(db: Db, { from, to, upload_id }: ReplacedFile): Promise<void> {
  await db
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

/** The running take of a generator that has this id there. */
export async function selectRunning(
  db: Db,
  generator: string,
  provider_id: string,
): Promise<string | undefined> {
  const take = await db
    .selectFrom('take')
    .where('generator', '=', generator)
    .where('provider_id', '=', provider_id)
    .where('state', '=', 'running')
    .select('id')
    .executeTakeFirst();
  return take?.id;
}

/** Provenance of a live track's song. */
export function selectProvenance(db: Db, track_id: string, now: number) {
  return db
    .selectFrom('provenance')
    .innerJoin('track', 'track.id', 'provenance.track_id')
    .where('provenance.track_id', '=', track_id)
    .where('track.is_deleted', '=', 0)
    .where('track.release_date', '<=', new Date(now).toISOString())
    .innerJoin('take', 'take.id', 'provenance.take_id')
    .select(['provenance.request_id', 'provenance.facts'])
    .select((eb) => {
      const ready = eb
        .selectFrom('take as other')
        .whereRef('other.request_id', '=', 'take.request_id')
        .where('other.state', '=', 'ready')
        .select(({ fn }) => fn.countAll<number>().as('count'));
      return [
        ready.as('takes'),
        ready.whereRef('other.number', '<=', 'take.number').as('take'),
        eb
          .selectFrom('choice')
          .whereRef('choice.request_id', '=', 'take.request_id')
          .whereRef('choice.take_id', '=', 'take.id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('chosen_by'),
      ];
    })
    .executeTakeFirst();
}

/** Making of a studio track, whatever happened to it since. */
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

/** True if this file is already a ready take other than `take_id`, or plays as a track. */
export async function isHeardElsewhere(db: Db | Tx, url: string, take_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('upload')
    .leftJoin('take', 'take.id', 'upload.take_id')
    .where('upload.url', '=', url)
    .where(({ eb, or, and }) =>
      or([
        eb('upload.track_id', 'is not', null),
        and([eb('take.id', '<>', take_id), eb('take.state', '=', 'ready')]),
      ]),
    )
    .select('upload.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
