import type { EventKind } from 'contract/studio-constants.ts';
import { sql } from 'kysely';
import { cachedRows } from '../../platform/db/cached-query.ts';
import type { Engine, Statement } from '../../platform/db/engine.ts';
import type { Db } from '../../platform/db/schema.ts';

/** A line of a request's timeline. */
export interface NewEvent {
  request_id: string;
  kind: EventKind;
  /** Votes or takes. */
  count?: number | undefined;
  text?: string | undefined;
}

/** The statement that appends events to the timelines of their requests, in order. */
export function insertEvents(engine: Engine, events: readonly NewEvent[], now: number): Statement {
  const columns = { request_id: 'text', kind: 'text', count: 'bigint', text: 'text' } as const;
  const rows = events.map(({ count = null, text = null, ...event }) => ({ ...event, count, text }));
  return sql`/* prepared insert_events */ insert into request_event (id, request_id, kind, count, text, created_at)
    select ${engine.newId}, request_id, kind, count, text, cast(${now} as bigint)
    from ${engine.rowsOf('added', columns, rows)}`;
}

/** At most this many lines of a timeline are shown; a request has far fewer. */
const MOST = 200;

/** A request's timeline, oldest first. */
export function selectEvents(db: Db, request_id: string) {
  return cachedRows(db, 'timeline', { request_id }, (v) =>
    db
      .selectFrom('request_event')
      .innerJoin('song_request', 'song_request.id', 'request_event.request_id')
      .where('request_event.request_id', '=', v.request_id)
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
      .limit(MOST),
  );
}
