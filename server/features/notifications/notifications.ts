import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { NotificationTable, Tx } from '../../platform/db/schema.ts';
import { byCreation, type PageQuery, paginate } from '../../platform/http/paging.ts';
import type { PersonalData } from '../accounts/accounts.ts';
import { countOf, insertFor, markRead, selectPage } from './queries.ts';

/**
 * Tells what became of a request to whoever asked for it and whoever voted: two statements, however many they are.
 * @param request.user_id the requester, who is told once even as a voter.
 * @param voters selects those who voted, as `user_id`, each once.
 */
export async function tellOfRequest(
  tx: Tx,
  engine: Engine,
  request: { id: string; user_id: string; title: string; artist: string },
  voters: ReturnType<typeof sql>,
  what: Pick<NotificationTable, 'kind' | 'track_id' | 'reason' | 'created_at'>,
): Promise<void> {
  const { id: request_id, user_id, title, artist } = request;
  const told = { ...what, request_id, title, artist };
  await insertFor(tx, engine, sql`select cast(${user_id} as text) as user_id`, {
    ...told,
    role: 'requester',
  });
  await insertFor(tx, engine, voters, { ...told, role: 'voter' });
}

/** A page of somebody's notifications. */
export async function listNotifications(c: Context, user_id: string, query: PageQuery) {
  const { total, unread } = await countOf(c.db, user_id);
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

/** Marks notifications as read, those with these ids or all. @returns how many are still unread. */
export async function readNotifications(
  c: Context,
  user_id: string,
  ids: string[] | undefined,
): Promise<number> {
  await markRead(c.db, user_id, c.clock(), ids);
  return (await countOf(c.db, user_id)).unread;
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
