import { type Status, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { sql } from 'kysely';
import { isOpen, statusColumn } from '../../features/song-requests/song-requests.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { NotificationTable } from '../../platform/db/tables/extensions/notifications.ts';
import { newestFirst, type TimePage } from '../../platform/http/requests/paging.ts';
import { hurry } from '../../platform/jobs.ts';
import { isShown, notifiedName } from './followed.ts';
import { dueForDevices } from './push/queries.ts';
import { pushKindOf } from './push/texts.ts';
import { EMAILS, PUSHES } from './settings.ts';

/** A notification without what differs from one recipient to the next. */
export type NewNotification = Omit<
  NotificationTable,
  'id' | 'user_id' | 'read_at' | 'premiere_seen_at' | 'email_attempts' | 'push_due_at'
>;

/**
 * Inserts a notification for everyone that `recipients` selects (as `user_id`), each once. What is
 * new in a playlist or a conversation replaces what was new before, as a new invitation does a former one.
 */
export async function insertForRecipients(
  tx: Tx,
  engine: Engine,
  recipients: ReturnType<typeof sql>,
  {
    kind,
    role,
    subject,
    request_id,
    title,
    artist,
    track_id,
    reason,
    followed,
    followed_target,
    created_at,
    email_due_at,
  }: NewNotification,
): Promise<void> {
  // In a conversation that goes on, what is due would never be sent if each comment made it due later. An email that is
  // on its way does not have what comes now.
  const earlier = (due: 'email_due_at' | 'push_due_at') => sql`case
    when notification.email_attempts = 0 and notification.${sql.ref(due)} < excluded.${sql.ref(due)} then notification.${sql.ref(due)}
    else excluded.${sql.ref(due)} end`;
  const known =
    kind === 'comment' || kind === 'request_update'
      ? sql`do update set title = excluded.title, artist = excluded.artist, reason = excluded.reason,
          created_at = excluded.created_at, read_at = null, email_due_at = ${earlier('email_due_at')}, email_attempts = 0,
          push_due_at = ${earlier('push_due_at')} where notification.created_at <= excluded.created_at`
      : kind === 'playlist_songs' || role === 'invited'
        ? sql`do update set title = excluded.title, artist = excluded.artist, track_id = excluded.track_id,
          created_at = excluded.created_at, read_at = null, push_due_at = excluded.push_due_at`
        : role === 'follower'
          ? sql`do nothing`
          : // Who asked for a song or voted for it is told as such, and not as somebody who follows it.
            sql`do update set role = excluded.role, followed = null, followed_target = null,
            email_due_at = excluded.email_due_at where notification.role = 'follower'`;
  await sql`insert into notification (id, user_id, kind, role, subject, request_id, title, artist, track_id, reason,
      followed, followed_target, created_at, email_due_at, push_due_at)
    select ${engine.newId}, recipient.user_id, cast(${kind} as text), cast(${role} as text), cast(${subject} as text),
      cast(${request_id} as text), cast(${title} as text), cast(${artist} as text), cast(${track_id} as text),
      cast(${reason} as text), cast(${followed} as text), cast(${followed_target} as text),
      cast(${created_at} as bigint), cast(${email_due_at} as bigint),
      ${pushKindOf({ kind, role, followed }) ? dueForDevices(kind === 'comment' ? email_due_at : created_at) : sql`null`}
    from (${recipients}) as recipient
    join "user" on "user".id = recipient.user_id and "user".deleted_at is null
    where true
    on conflict (user_id, subject, kind) ${known}`.execute(tx);
  if (email_due_at !== null) await hurry(tx, engine, EMAILS, created_at);
  await hurry(tx, engine, PUSHES, created_at);
}

/** Deletes the notifications of this kind about a request, so that they can be sent again. */
export async function deleteOfKind(
  tx: Tx,
  request_id: string,
  kind: NotificationTable['kind'],
): Promise<void> {
  await tx.deleteFrom('notification').where('request_id', '=', request_id).where('kind', '=', kind).execute();
}

/** Deletes what people were told of a premiere that is called off. */
export async function deletePremiere(tx: Tx, subject: string): Promise<void> {
  await tx
    .deleteFrom('notification')
    .where('subject', '=', subject)
    // As its index has it.
    .where(sql<boolean>`kind = 'request_premiere'`)
    .execute();
}

/** A page of a user's notifications, newest first. Only live tracks are linked. */
export function selectPage(db: Db, now: number, user_id: string, page: TimePage) {
  const moment = new Date(now).toISOString();
  const query = db
    .selectFrom('notification')
    .leftJoin('song_request', 'song_request.id', 'notification.request_id')
    .leftJoin('track', (join) =>
      join
        .onRef('track.id', '=', 'notification.track_id')
        .on('track.is_deleted', '=', 0)
        .on('track.release_date', '<=', moment),
    )
    .where('notification.user_id', '=', user_id)
    .where(isShown(moment))
    .select([
      'notification.id',
      'notification.kind',
      'notification.role',
      'notification.request_id',
      'notification.title',
      'notification.artist',
      'notification.followed',
      notifiedName.as('followed_name'),
      'notification.followed_target',
      sql<string>`coalesce(song_request.genre, track.genre, '')`.as('genre'),
      // The lamps of a request whose credits came back are out.
      sql<number>`case when song_request.refunded_at is null then coalesce(song_request.votes, 0) else 0 end`.as(
        'votes',
      ),
      'track.id as track_id',
      'track.cover_image_url',
      sql<Status | null>`case when song_request.id is not null then ${statusColumn} end`.as('status'),
      'song_request.choosing_ends_at',
      'notification.reason',
      'notification.read_at',
      'notification.created_at',
    ]);
  return newestFirst(query, 'notification', page).execute();
}

/** More notifications are not counted: followers may have any number. */
const COUNTED_MAX = 1000;

/** Number of a user's newest notifications, and how many of them are unread; `COUNTED_MAX` at most. */
export async function countNotifications(
  db: Db,
  now: number,
  user_id: string,
): Promise<{ total: number; unread: number }> {
  const newest = db
    .selectFrom('notification')
    .where('user_id', '=', user_id)
    .select(['notification.role', 'notification.followed', 'notification.followed_target'])
    .select(['notification.request_id', 'notification.track_id', 'notification.read_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(COUNTED_MAX);
  const row = await db
    .selectFrom(newest.as('notification'))
    .where(isShown(new Date(now).toISOString()))
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('read_at').as('read')])
    .executeTakeFirstOrThrow();
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

/** True if somebody who was told of a released song has yet to see its premiere. */
export async function hasPremiere(db: Db, user_id: string, request_id: string): Promise<boolean> {
  const rows = await db
    .selectFrom('notification')
    .where('user_id', '=', user_id)
    .where('request_id', '=', request_id)
    .where('kind', '=', 'request_released')
    .where('role', '<>', 'follower')
    .where('premiere_seen_at', 'is', null)
    .select('id')
    .execute();
  return rows.length > 0;
}

/** The newest songs whose premiere waits for a user, with the number of their votes. */
export function selectPremieres(db: Db, user_id: string, limit: number) {
  return db
    .selectFrom('notification')
    .leftJoin('backer', (join) =>
      join
        .onRef('backer.request_id', '=', 'notification.request_id')
        .onRef('backer.user_id', '=', 'notification.user_id'),
    )
    .where('notification.user_id', '=', user_id)
    .where('notification.kind', '=', 'request_released')
    .where('notification.role', '<>', 'follower')
    .where('notification.premiere_seen_at', 'is', null)
    .orderBy('notification.created_at', 'desc')
    .limit(limit)
    .select(({ fn, val }) => ['notification.track_id as id', fn.coalesce('backer.votes', val(0)).as('votes')])
    .execute();
}

/** The id of the open request nearest its goal that a user follows. */
export async function selectNearestFollowed(db: Db, user_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('follow')
    .innerJoin('song_request', 'song_request.id', 'follow.target')
    .where('follow.user_id', '=', user_id)
    .where('follow.kind', '=', 'request')
    .where(isOpen)
    .where('song_request.votes', '<', VOTE_GOAL)
    .orderBy('song_request.votes', 'desc')
    .orderBy('song_request.id')
    .limit(1)
    .select('song_request.id')
    .executeTakeFirst();
  return row?.id;
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
    .where('role', '<>', 'follower')
    .where('premiere_seen_at', 'is', null)
    .execute();
}

/** Deletes what followers were told before a time, in batches. */
export async function deleteFollowerNotifications(db: Db, before: number, batch: number): Promise<void> {
  const old = sql`select id from notification where role = 'follower' and created_at < ${before} limit ${batch}`;
  while (
    (await sql`delete from notification where id in (${old})`.execute(db)).numAffectedRows === BigInt(batch)
  );
}
