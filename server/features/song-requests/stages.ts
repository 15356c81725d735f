import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { announce, emitStep, insertEvents, notifyBoard } from './events.ts';
import { lockRequest, refund } from './moderation/moderation.ts';
import { type RequestRow, selectRequests, toResponse, updateRequest } from './queries.ts';

/** Takes are made of a locked request that was queued. @param count of these takes. */
export async function enterStudio(
  tx: Tx,
  engine: Engine,
  row: RequestRow,
  { count, now }: { count: number; now: number },
): Promise<void> {
  await updateRequest(tx, row.id, { stage: 'in_studio', progress: 0 });
  await announce(tx, engine, row.id, { kind: 'in_studio', count, now });
}

/** Requester and backers may choose between the takes of a locked request. */
export async function openChoice(
  tx: Tx,
  engine: Engine,
  row: RequestRow,
  { count, ends_at, now }: { count: number; ends_at: number; now: number },
): Promise<void> {
  await updateRequest(tx, row.id, { stage: 'choosing', progress: null, choosing_ends_at: ends_at });
  await announce(tx, engine, row.id, { kind: 'choosing', count, now });
}

/** More takes are made of a locked request in the studio. */
export async function resumeStudio(tx: Tx, engine: Engine, { id, progress }: RequestRow): Promise<void> {
  if (progress === null) await updateRequest(tx, id, { progress: 0 });
  await notifyBoard(tx, engine, [id]);
}

/** No take could be made of a locked request: it stays in the studio, and the admins are notified. */
export async function delay(
  tx: Tx,
  engine: Engine,
  row: RequestRow,
  { reason, now }: { reason: string; now: number },
): Promise<void> {
  await updateRequest(tx, row.id, { progress: null });
  await insertEvents(tx, engine, [{ request_id: row.id, kind: 'delayed' }], now);
  await emitStep(tx, engine, { request_id: row.id, kind: 'delayed', reason, at: now });
  await notifyBoard(tx, engine, [row.id]);
}

/** Shows how far the takes of a request are, from 0 to 1, unless it has left the studio. */
export async function showProgress(c: Context, id: string, progress: number): Promise<void> {
  await c.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('song_request')
      .set(({ eb }) => ({ progress, revision: eb('revision', '+', 1) }))
      .where('id', '=', id)
      .where('stage', '=', 'in_studio')
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await notifyBoard(tx, c.engine, [id]);
  });
}

/** Since when a request must be queued, or its choice be over, to be overdue. */
interface Limits {
  queuedBefore: number;
  choiceEndedBefore: number;
}

/**
 * Returns every credit of a request that is overdue: queued for too long, or with a choice that came to no song.
 * @returns whether they were returned now.
 */
export async function returnOverdue(
  c: Context,
  id: string,
  { queuedBefore, choiceEndedBefore }: Limits,
): Promise<boolean> {
  const now = c.clock();
  return c.db.transaction().execute(async (tx) => {
    const row = await lockRequest(tx, c.engine, id);
    const isLate = (row.status === 'queued' || row.status === 'in_studio') && row.queued_at! < queuedBefore;
    const isStuck = row.status === 'choosing' && row.choosing_ends_at! < choiceEndedBefore;
    if (!isLate && !isStuck) return false;
    await refund(tx, c.engine, row, { kind: 'returned', now });
    return true;
  });
}

/** Requests read at once. */
const MOST = 200;

const isUnfinished = sql<boolean>`song_request.queued_at is not null and song_request.released = 0
  and song_request.refunded_at is null`;

/**
 * Queued requests of which no takes were made, in the order in which they are made: those that reached their goal
 * since a moment first, then most votes, then those that a Platinum member backs, then the oldest.
 * @param watchedSince epoch ms.
 */
export async function listWaiting(db: Db, viewer: string | undefined, watchedSince: number) {
  const waiting = selectRequests(db, viewer)
    .select('song_request.lyrics')
    .select(
      sql<number>`exists (select 1 from backer
          join account_status on account_status.user_id = backer.user_id and account_status.plan_tier = 'platinum'
          where backer.request_id = song_request.id)`.as('has_priority'),
    )
    .where(isUnfinished)
    .where('song_request.stage', 'is', null)
    .where(sql<boolean>`(-song_request.votes) <= ${sql.lit(-VOTE_GOAL)}`)
    .orderBy(sql`(-song_request.votes), song_request.created_at, song_request.id`)
    .limit(MOST);
  const isWatched = ({ queued_at }: { queued_at: number | null }) => queued_at! > watchedSince;
  const watched = await waiting.where('queued_at', '>', watchedSince).execute();
  const others = (await waiting.execute()).filter((row) => !isWatched(row));
  return [...watched, ...others]
    .sort(
      (a, b) =>
        Number(isWatched(b)) - Number(isWatched(a)) ||
        b.votes - a.votes ||
        Number(b.has_priority) - Number(a.has_priority),
    )
    .map(({ has_priority: _, ...row }) => ({ ...toResponse(row), lyrics: row.lyrics }));
}

/** Requests with takes: those to choose from first, then the oldest. */
export async function listStaged(db: Db, viewer: string | undefined) {
  const rows = await selectRequests(db, viewer)
    .select('song_request.lyrics')
    .where('song_request.stage', 'is not', null)
    .where(sql<boolean>`song_request.released = 0 and song_request.refunded_at is null`)
    .orderBy('song_request.stage')
    .orderBy('song_request.choosing_ends_at')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({ ...toResponse(row), lyrics: row.lyrics }));
}

/** The ids of requests whose choice has ended. */
export function selectClosing(db: Db, now: number) {
  return db
    .selectFrom('song_request')
    .select('id')
    .where(sql<boolean>`song_request.released = 0 and song_request.refunded_at is null`)
    .where('stage', '=', 'choosing')
    .where('choosing_ends_at', '<=', now)
    .orderBy('choosing_ends_at')
    .limit(MOST)
    .execute();
}

/** End of the next choice, epoch ms; undefined if nobody is choosing. */
export async function selectNextClosing(db: Db, now: number): Promise<number | undefined> {
  const next = await db
    .selectFrom('song_request')
    .select('choosing_ends_at')
    .where(sql<boolean>`song_request.released = 0 and song_request.refunded_at is null`)
    .where('stage', '=', 'choosing')
    .where('choosing_ends_at', '>', now)
    .orderBy('choosing_ends_at')
    .limit(1)
    .executeTakeFirst();
  return next?.choosing_ends_at ?? undefined;
}

/** The ids of overdue requests. One whose choice is over for long has no take that could be released. */
export async function selectOverdue(db: Db, { queuedBefore, choiceEndedBefore }: Limits) {
  const late = await db
    .selectFrom('song_request')
    .select('id')
    .where(isUnfinished)
    .where('queued_at', '<', queuedBefore)
    .where('choosing_ends_at', 'is', null)
    .orderBy('queued_at')
    .limit(MOST)
    .execute();
  return [...(await selectClosing(db, choiceEndedBefore)), ...late];
}

/** Ends the choice of a locked request now: nobody can choose anymore, and the studio releases the take ahead. */
export async function endChoice(tx: Tx, engine: Engine, id: string, now: number): Promise<void> {
  await updateRequest(tx, id, { choosing_ends_at: now });
  await notifyBoard(tx, engine, [id]);
}
