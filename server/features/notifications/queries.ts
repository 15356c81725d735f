import { sql } from 'kysely';
import type { Engine, Statement } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { NotificationTable } from '../../platform/db/tables/notifications.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';

/** The statement that inserts a notification for everyone that `recipients` selects (as `user_id`). */
export function insertForRecipients(
  engine: Engine,
  recipients: ReturnType<typeof sql>,
  {
    kind,
    role,
    request_id,
    title,
    artist,
    track_id,
    reason,
    created_at,
    email_due_at,
  }: Omit<NotificationTable, 'id' | 'user_id' | 'read_at' | 'premiere_seen_at' | 'email_attempts'>,
): Statement {
  return sql`insert into notification (id, user_id, kind, role, request_id, title, artist, track_id, reason, created_at,
      email_due_at)
    select ${engine.newId}, recipient.user_id, cast(${kind} as text), cast(${role} as text), cast(${request_id} as text),
      cast(${title} as text), cast(${artist} as text), cast(${track_id} as text), cast(${reason} as text),
      cast(${created_at} as bigint), cast(${email_due_at} as bigint)
    from (${recipients}) as recipient
    join "user" on "user".id = recipient.user_id and "user".deleted_at is null
    where true
    on conflict (user_id, request_id, kind) do nothing`;
}

/** Deletes the notifications of this kind about a request, so that they can be sent again. */
export async function deleteOfKind(
  tx: Tx,
  request_id: string,
  kind: NotificationTable['kind'],
): Promise<void> {
  await tx.deleteFrom('notification').where('request_id', '=', request_id).where('kind', '=', kind).execute();
}

/** A page of a user's notifications, newest first. Only live tracks are linked. */
export function selectPage(
  db: Db,
  now: number,
  user_id: string,
  page: { after: TimeKeys | undefined; limit: number },
) {
  const { after, limit } = page;
  const values = {
    user_id,
    limit,
    moment: new Date(now).toISOString(),
    created_at: after?.[0],
    id: after?.[1],
  };
  let query = db
    .selectFrom('notification')
    .innerJoin('song_request', 'song_request.id', 'notification.request_id')
    .leftJoin('track', (join) =>
      join
        .onRef('track.id', '=', 'notification.track_id')
        .on('track.is_deleted', '=', 0)
        .on('track.release_date', '<=', values.moment),
    )
    .where('notification.user_id', '=', values.user_id)
    .select((eb) => [
      'notification.id',
      'notification.kind',
      'notification.role',
      'notification.request_id',
      'notification.title',
      'notification.artist',
      'song_request.genre',
      // The lamps of a request whose credits came back are out.
      eb
        .case()
        .when('song_request.refunded_at', 'is', null)
        .then(eb.ref('song_request.votes'))
        .else(0)
        .end()
        .as('votes'),
      'track.id as track_id',
      'notification.reason',
      'notification.read_at',
      'notification.created_at',
    ])
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc');
  if (after)
    query = query.where(
      sql<boolean>`(notification.created_at, notification.id) < (${values.created_at}, ${values.id})`,
    );
  return query.limit(values.limit).execute();
}

export async function countNotifications(
  db: Db,
  user_id: string,
): Promise<{ total: number; unread: number }> {
  const rows = await db
    .selectFrom('notification')
    .where('user_id', '=', user_id)
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('read_at').as('read')])
    .execute();
  const row = rows[0]!;
  return { total: Number(row.total), unread: Number(row.total) - Number(row.read) };
}

/** Marks unread notifications as read: those with these ids, or all. */
export async function updateRead(
  db: Db,
  user_id: string,
  now: number,
  ids: string[] | undefined,
): Promise<void> {
  if (ids?.length === 0) return;
  let query = db
    .updateTable('notification')
    .set({ read_at: now })
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null);
  if (ids) query = query.where('id', 'in', ids);
  await query.execute();
}

/** Whether somebody who was told of a released song has yet to see its premiere. */
export async function hasPremiere(db: Db, user_id: string, request_id: string): Promise<boolean> {
  const rows = await db
    .selectFrom('notification')
    .where('user_id', '=', user_id)
    .where('request_id', '=', request_id)
    .where('kind', '=', 'request_released')
    .where('premiere_seen_at', 'is', null)
    .select('id')
    .execute();
  return rows.length > 0;
}

/** Notes that somebody saw the premiere of a released song. Nothing changes for those who were not told of it. */
export async function updatePremiereSeen(
  db: Db,
  user_id: string,
  request_id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('notification')
    .set({ premiere_seen_at: now })
    .where('user_id', '=', user_id)
    .where('request_id', '=', request_id)
    .where('kind', '=', 'request_released')
    .where('premiere_seen_at', 'is', null)
    .execute();
}
