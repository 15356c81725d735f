import { sql } from 'kysely';
import { countUpTo } from '../../platform/db/count-up-to.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { TimeKeys } from '../../platform/http/paging.ts';
import { LAST_CODE_POINT } from '../../platform/text/prefix.ts';

const members = (db: Db | Tx) =>
  db
    .selectFrom('account_status')
    .innerJoin('user', 'user.id', 'account_status.user_id')
    .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
    .where('user.deleted_at', 'is', null)
    .select((eb) => [
      'user.id',
      'user.username',
      'user.name',
      'user.email',
      'user.suspended_at',
      'account_status.created_at',
      'account_status.id as account_status_id',
      'account_status.plan_tier',
      'second_factor.confirmed_at',
      eb
        .selectFrom('session')
        .whereRef('session.user_id', '=', 'user.id')
        .select(({ fn }) => fn.max('last_used_at').as('last'))
        .as('last_used_at'),
    ]);

/** Members, newest first. */
export function selectMembers(db: Db, { after, limit }: { after: TimeKeys | undefined; limit: number }) {
  let query = members(db);
  if (after)
    query = query.where(sql<boolean>`(account_status.created_at, account_status.id) < (${sql.join(after)})`);
  return query
    .orderBy('account_status.created_at', 'desc')
    .orderBy('account_status.id', 'desc')
    .limit(limit)
    .execute();
}

export function selectMember(db: Db | Tx, user_id: string) {
  return members(db).where('user.id', '=', user_id).executeTakeFirst();
}

/** Members whose email or username begins with `q`, in lower case. */
export function searchMembers(db: Db, engine: Engine, q: string, limit: number) {
  const begins = (column: string) =>
    sql<string>`select id from (select id from "user" where ${engine.byCodePoint(column)} >= ${q}
      and ${engine.byCodePoint(column)} < ${q + LAST_CODE_POINT} limit ${limit}) as matches`;
  return members(db)
    .where(sql<boolean>`"user".id in (${begins('email')} union ${begins('username_key')})`)
    .orderBy('user.username_key')
    .limit(limit)
    .execute();
}

export const countMembers = (db: Db) => countUpTo(db, 'account_status');

export async function updateSuspended(tx: Tx, user_id: string, suspended_at: number | null): Promise<void> {
  await tx.updateTable('user').set({ suspended_at }).where('id', '=', user_id).execute();
}

/**
 * Locks the plan records of all admins until the transaction ends, so that two admins cannot remove each other at the
 * same moment. @returns the admins who can log in.
 */
export async function lockAdmins(tx: Tx, engine: Engine): Promise<string[]> {
  const query = tx
    .selectFrom('account_status')
    .where('plan_tier', '=', 'admin')
    .select('user_id')
    .orderBy('user_id');
  const admins = (await engine.lockRow(query).execute()).map(({ user_id }) => user_id);
  if (admins.length === 0) return [];
  const rows = await tx
    .selectFrom('user')
    .where('id', 'in', admins)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function isAdmin(tx: Tx, user_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account_status')
    .where('user_id', '=', user_id)
    .select('plan_tier')
    .executeTakeFirst();
  return row?.plan_tier === 'admin';
}
