import type { EventKind } from 'contract/features/song-requests-constants.ts';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { sql } from 'kysely';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { emit } from '../../platform/jobs.ts';

/** A line of a request's timeline. */
export interface NewEvent {
  request_id: string;
  kind: EventKind;
  /** Votes or takes. */
  count?: number | undefined;
  text?: string | undefined;
}

/** Every fifth lamp is a line of the timeline. */
const LAMPS_PER_EVENT = 5;

/** Events in the timeline of a request when its votes grow: lamps up to the goal, and that it reached it. */
export function eventsBetween({ id, votes }: { id: string; votes: number }, after: number): NewEvent[] {
  const events: NewEvent[] = [];
  for (let count = LAMPS_PER_EVENT; count <= Math.min(after, VOTE_GOAL); count += LAMPS_PER_EVENT)
    if (count > votes) events.push({ request_id: id, kind: 'lamps', count });
  if (votes < VOTE_GOAL && after >= VOTE_GOAL) events.push({ request_id: id, kind: 'queued' });
  return events;
}

/** Appends events to the timelines of their requests, in order. */
export async function insertEvents(
  tx: Tx,
  engine: Engine,
  events: readonly NewEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const columns = { request_id: 'text', kind: 'text', count: 'bigint', text: 'text' } as const;
  const rows = events.map(({ count = null, text = null, ...event }) => ({ ...event, count, text }));
  await sql`insert into request_event (id, request_id, kind, count, text, created_at)
    select ${engine.newId}, request_id, kind, count, text, cast(${now} as bigint)
    from ${engine.rowsOf('added', columns, rows)}`.execute(tx);
}

/** Notifies every server of changed requests, once the transaction has committed. */
export async function notifyBoard(tx: Tx, engine: Engine, ids: readonly string[]): Promise<void> {
  await engine.notify('board', ids.join(' ')).execute(tx);
}

/** The event that says that something happened to a song request. */
export const STEP = 'request.step';

/** Step of a request: a line of its timeline, or that it waits for an admin's review. */
export interface RequestStep {
  request_id: string;
  kind: 'queued' | 'choosing' | 'released' | 'declined' | 'returned' | 'merged' | 'delayed' | 'in_review';
  track_id: string | null;
  reason: string | null;
  /** Epoch ms. */
  at: number;
  /** Voters whose votes moved to another request with this step. */
  moved?: string[];
}

/** Says that a request took a step, in its transaction. */
export const emitStep = (
  tx: Tx,
  engine: Engine,
  {
    track_id = null,
    reason = null,
    ...step
  }: Pick<RequestStep, 'request_id' | 'kind' | 'at'> & Partial<RequestStep>,
): Promise<void> => emit(tx, engine, STEP, { track_id, reason, ...step } satisfies RequestStep, step.at);

interface Announcement extends Omit<NewEvent, 'request_id' | 'kind'> {
  kind: EventKind & (RequestStep['kind'] | 'in_studio');
  track_id?: string | null;
  now: number;
  moved?: string[];
}

/** Appends to the timeline, says what happened, and notifies the board's readers. */
export async function announce(
  tx: Tx,
  engine: Engine,
  request_id: string,
  { kind, count, text, now, ...step }: Announcement,
): Promise<void> {
  await insertEvents(tx, engine, [{ request_id, kind, count, text }], now);
  if (kind !== 'in_studio')
    await emitStep(tx, engine, { request_id, kind, reason: text ?? null, at: now, ...step });
  await notifyBoard(tx, engine, [request_id]);
}

/** At most this many lines of a timeline are shown; a request has far fewer. */
const MOST = 200;

/** A request's timeline, oldest first. */
export function selectEvents(db: Db, request_id: string) {
  return db
    .selectFrom('request_event')
    .innerJoin('song_request', 'song_request.id', 'request_event.request_id')
    .where('request_event.request_id', '=', request_id)
    .select([
      'request_event.id',
      'request_event.kind',
      'request_event.created_at as at',
      'request_event.count',
      'request_event.text',
      sql<string | null>`case when request_event.kind = 'requested' then (select username from "user"
        where "user".id = song_request.user_id and "user".deleted_at is null) end`.as('by'),
    ])
    .orderBy('request_event.seq')
    .limit(MOST)
    .execute();
}
