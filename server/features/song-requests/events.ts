import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { EventKind } from 'contract/studio-constants.ts';
import { sql } from 'kysely';
import { type Engine, prepared, type Statement } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { requestNotifications } from '../notifications/notifications.ts';
import { type RequestRow, selectRequesterOf, selectVoters } from './queries.ts';

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

/** What the timeline of a request says when its votes grow: lamps up to the goal, and that it reached it. */
export function eventsBetween({ id, votes }: { id: string; votes: number }, after: number): NewEvent[] {
  const events: NewEvent[] = [];
  for (let count = LAMPS_PER_EVENT; count <= Math.min(after, VOTE_GOAL); count += LAMPS_PER_EVENT)
    if (count > votes) events.push({ request_id: id, kind: 'lamps', count });
  if (votes < VOTE_GOAL && after >= VOTE_GOAL) events.push({ request_id: id, kind: 'queued' });
  return events;
}

/** The statement that appends events to the timelines of their requests, in order. */
export function insertEvents(engine: Engine, events: readonly NewEvent[], now: number): Statement {
  const columns = { request_id: 'text', kind: 'text', count: 'bigint', text: 'text' } as const;
  const rows = events.map(({ count = null, text = null, ...event }) => ({ ...event, count, text }));
  const statement = sql`insert into request_event (id, request_id, kind, count, text, created_at)
    select ${engine.newId}, request_id, kind, count, text, cast(${now} as bigint)
    from ${engine.rowsOf('added', columns, rows)}`;
  return prepared('insert_events', statement);
}

/** The statement that notifies every server of changed requests, once the transaction has committed. */
export const notifyBoard = (engine: Engine, ids: readonly string[]) => engine.notify('board', ids.join(' '));

type Announced = Pick<RequestRow, 'id' | 'title' | 'artist'>;

/** The statements that tell requester, voters and the studio that a request reached its goal. */
export const announceQueued = (engine: Engine, request: Announced, now: number): Statement[] => [
  ...requestNotifications(engine, request, recipientsOf(request), {
    kind: 'request_queued',
    created_at: now,
  }),
  engine.notify('studio', request.id),
];

const recipientsOf = ({ id }: Announced) => ({ requester: selectRequesterOf(id), voters: selectVoters(id) });

/** What requester and voters are notified of. */
const notifiedKinds = ['choosing', 'released', 'declined', 'returned', 'merged'] as const;

interface Announcement extends Omit<NewEvent, 'request_id'> {
  track_id?: string | null;
  now: number;
}

/** Appends to the timeline, notifies requester and voters, and notifies the board's readers. */
export async function announce(
  tx: Tx,
  engine: Engine,
  request: Announced,
  { kind, count, text, track_id = null, now }: Announcement,
): Promise<void> {
  const { id } = request;
  const notified = notifiedKinds.find((one) => one === kind);
  await engine.pipeline(tx, [
    insertEvents(engine, [{ request_id: id, kind, count, text }], now),
    ...(notified
      ? requestNotifications(engine, request, recipientsOf(request), {
          kind: `request_${notified}`,
          track_id,
          reason: text ?? null,
          created_at: now,
        })
      : []),
    notifyBoard(engine, [id]),
  ]);
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
