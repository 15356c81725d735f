import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { WebhookEventTable } from '../../platform/db/tables/extensions/webhooks.ts';

/** Stores what happened from one time to another. What is known already stays as it is. @returns how much was new. */
export async function insertFound(
  db: Db,
  { from, to, most }: { from: number; to: number; most: number },
): Promise<number> {
  // The longer list of kinds is that of the partial index on steps.
  const steps = sql`select event.id, case event.kind when 'queued' then 'goal_reached' else 'released' end as kind,
      song.title, song.artist, song.id as request_id, song.track_id, cast(null as text) as reason, event.created_at
    from request_event as event join song_request as song on song.id = event.request_id
    where event.kind in ('queued', 'choosing', 'released', 'declined', 'returned', 'merged')
      and event.kind in ('queued', 'released') and event.created_at > ${from} and event.created_at <= ${to}`;
  const reportedSongs = sql`select report.id, 'report_filed' as kind, track.title, track.display_artist as artist,
      cast(null as text) as request_id, track.id as track_id, report.reason, report.created_at
    from report join track on track.id = report.track_id
    where report.resolved_at is null and report.created_at > ${from} and report.created_at <= ${to}`;
  const reportedRequests = sql`select report.id, 'report_filed' as kind, song.title, song.artist,
      song.id as request_id, cast(null as text) as track_id, report.reason, report.created_at
    from request_report as report join song_request as song on song.id = report.request_id
    where report.resolved_at is null and report.created_at > ${from} and report.created_at <= ${to}`;
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_event (id, kind, title, artist, request_id, track_id, reason, created_at, due_at)
    select id, kind, title, artist, request_id, track_id, reason, created_at, created_at
    from (${steps} union all ${reportedSongs} union all ${reportedRequests}) as found
    where not exists (select 1 from webhook_event as known where known.id = found.id)
    limit ${most}
    on conflict (id) do nothing`.execute(db);
  return Number(numAffectedRows);
}

export async function insertEvent(db: Db, event: Insertable<WebhookEventTable>): Promise<void> {
  await db
    .insertInto('webhook_event')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The event that has waited longest. */
export function selectDue(db: Db, now: number) {
  return db
    .selectFrom('webhook_event')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .selectAll()
    .executeTakeFirst();
}

/**
 * Changes when an event is due, unless another server has changed it.
 * @param due_at null for never.
 * @returns whether it was changed.
 */
export async function changeDue(
  db: Db,
  { id, from, due_at, attempts }: { id: string; from: number; due_at: number | null; attempts: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_event')
    .set({ due_at, attempts })
    .where('id', '=', id)
    .where('due_at', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteEvents(db: Db, before: number): Promise<void> {
  await db.deleteFrom('webhook_event').where('created_at', '<', before).execute();
}
