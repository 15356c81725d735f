import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { NotificationTable, Tx } from '../../platform/db/schema.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/paging.ts';
import type { PersonalData } from '../accounts/accounts.ts';
import { countNotifications, insertForRecipients, selectPage, updateRead } from './queries.ts';

/**
 * Notifies the requester and the voters of a song request, in two statements.
 * @param request.user_id the requester, who gets one notification even if they voted too.
 * @param voters selects the voters as `user_id`, each once.
 */
export async function notifyAboutRequest(
  tx: Tx,
  engine: Engine,
  request: { id: string; user_id: string; title: string; artist: string },
  voters: ReturnType<typeof sql>,
  event: Pick<NotificationTable, 'kind' | 'track_id' | 'reason' | 'created_at'>,
): Promise<void> {
  const { id: request_id, user_id, title, artist } = request;
  const notification = { ...event, request_id, title, artist };
  await insertForRecipients(tx, engine, sql`select cast(${user_id} as text) as user_id`, {
    ...notification,
    role: 'requester',
  });
  await insertForRecipients(tx, engine, voters, { ...notification, role: 'voter' });
}

/** A page of a user's notifications, newest first, and how many of all are unread. */
export async function listNotifications(c: Context, user_id: string, query: PageQuery) {
  const { total, unread } = await countNotifications(c.db, user_id);
  const page = await paginate(
    query,
    byCreation,
    (part) => selectPage(c.db, c.clock(), user_id, part),
    () => total,
  );
  return {
    ...page,
    rows: page.rows.map(({ read_at, ...row }) => ({ ...row, read: read_at !== null })),
    unread,
  };
}

/** Marks notifications as read: those with these ids, or all. @returns how many are still unread. */
export async function readNotifications(
  c: Context,
  user_id: string,
  ids: string[] | undefined,
): Promise<number> {
  await updateRead(c.db, user_id, c.clock(), ids);
  return (await countNotifications(c.db, user_id)).unread;
}

export const notificationData: PersonalData = {
  name: 'notifications',
  export: (db, user_id) =>
    db
      .selectFrom('notification')
      .where('user_id', '=', user_id)
      .select(['kind', 'role', 'title', 'artist', 'reason', 'created_at', 'read_at'])
      .orderBy('created_at')
      .execute(),
  erase: async (tx, user_id) => {
    await tx.deleteFrom('notification').where('user_id', '=', user_id).execute();
  },
};
