import { Problem } from 'contract/errors.ts';
import type { Member } from 'contract/features/accounts/members.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../platform/db/engine.ts';
import { countUpTo, LAST_CODE_POINT } from '../../../platform/db/lists.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import {
  newestFirst,
  type Order,
  type Page,
  type PageQuery,
  paginate,
  type TimeKeys,
  type TimePage,
  timeKeys,
} from '../../../platform/http/requests/paging.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { endSessions } from '../login/sessions.ts';
import { lockUser } from '../queries.ts';

/** Matches of a search; a longer prefix finds the others. */
const MATCHES_MAX = 50;

type Row = NonNullable<Awaited<ReturnType<typeof selectMember>>>;

const toMember = ({ confirmed_at, email, last_used_at, ...row }: Row): Member => ({
  ...row,
  email: email ?? '',
  second_factor: confirmed_at !== null,
  last_used_at: last_used_at === null ? null : Number(last_used_at),
});

/** The cursor names the plan record, by which the list is sorted. */
const byPlanRecord: Order<Row, TimeKeys> = {
  keys: timeKeys,
  keysOf: ({ created_at, account_status_id }) => [created_at, account_status_id],
};

/** Members, newest first; with `q`, those whose email or username begins with it. */
export async function listMembers(
  c: AccountsContext,
  { q, ...query }: PageQuery & { q?: string | undefined },
): Promise<Page<Member>> {
  const prefix = q?.normalize('NFKC').trim().toLowerCase();
  if (prefix) {
    const rows = await searchMembers(c.db, c.engine, prefix, Math.min(query.limit, MATCHES_MAX));
    return { rows: rows.map(toMember), total: rows.length, next: undefined };
  }
  const page = await paginate(
    query,
    byPlanRecord,
    (part) => selectMembers(c.db, part),
    () => countUpTo(c.db, 'account_status'),
  );
  return { ...page, rows: page.rows.map(toMember) };
}

/** Ends a member's sessions and keeps them from logging in. @throws Problem `not_found`; `last_admin`. */
export function suspend(c: AccountsContext, user_id: string): Promise<Member> {
  return c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user_id);
    const member = await selectMember(tx, user_id);
    if (!member) throw new Problem('not_found');
    await assertAnotherAdmin(tx, c.engine, user_id);
    await updateSuspended(tx, user_id, member.suspended_at ?? c.clock());
    await endSessions(tx, user_id);
    return toMember((await selectMember(tx, user_id))!);
  });
}

/** Lets a suspended member log in again. @throws Problem `not_found`. */
export function restore(c: AccountsContext, user_id: string): Promise<Member> {
  return c.db.transaction().execute(async (tx) => {
    await lockUser(tx, c.engine, user_id);
    if (!(await selectMember(tx, user_id))) throw new Problem('not_found');
    await updateSuspended(tx, user_id, null);
    return toMember((await selectMember(tx, user_id))!);
  });
}

/** Ends all sessions of a member. @throws Problem `not_found`. */
export async function endMemberSessions(c: AccountsContext, user_id: string): Promise<void> {
  if (!(await selectMember(c.db, user_id))) throw new Problem('not_found');
  await endSessions(c.db, user_id);
}

/** True if the site has an admin. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('account_status')
    .where('plan_tier', '=', 'admin')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/**
 * Call it before a locked user stops being an admin, in the same transaction.
 * @throws Problem `last_admin` if nobody else could administer the site.
 */
export async function assertAnotherAdmin(tx: Tx, engine: Engine, user_id: string): Promise<void> {
  // The lock of the user keeps their plan from changing.
  if (!(await isAdmin(tx, user_id))) return;
  const admins = await lockAdmins(tx, engine);
  if (admins.includes(user_id) && admins.length === 1) throw new Problem('last_admin');
}

const members = (db: Db | Tx) =>
  db
    .selectFrom('account_status')
    .innerJoin('user', 'user.id', 'account_status.user_id')
    .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
    .leftJoin('credits', 'credits.user_id', 'user.id')
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
      'credits.id as credits_id',
      'credits.credits',
      eb
        .selectFrom('session')
        .whereRef('session.user_id', '=', 'user.id')
        .select(({ fn }) => fn.max('last_used_at').as('last'))
        .as('last_used_at'),
    ]);

/** Members, newest first. */
const selectMembers = (db: Db, page: TimePage) => newestFirst(members(db), 'account_status', page).execute();

function selectMember(db: Db | Tx, user_id: string) {
  return members(db).where('user.id', '=', user_id).executeTakeFirst();
}

/** Members whose email or username begins with `q`, in lower case. */
function searchMembers(db: Db, engine: Engine, q: string, limit: number) {
  const begins = (column: string) =>
    sql<string>`select id from (select id from "user" where ${engine.byCodePoint(column)} >= ${q}
      and ${engine.byCodePoint(column)} < ${q + LAST_CODE_POINT} limit ${limit}) as matches`;
  return members(db)
    .where(sql<boolean>`"user".id in (${begins('email')} union ${begins('username_key')})`)
    .orderBy('user.username_key')
    .limit(limit)
    .execute();
}

async function updateSuspended(tx: Tx, user_id: string, suspended_at: number | null): Promise<void> {
  await tx.updateTable('user').set({ suspended_at }).where('id', '=', user_id).execute();
}

/**
 * Locks the plan records of all admins until the transaction ends, so that two admins cannot remove each other at the
 * same moment. @returns the admins who can log in.
 */
async function lockAdmins(tx: Tx, engine: Engine): Promise<string[]> {
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

async function isAdmin(tx: Tx, user_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account_status')
    .where('user_id', '=', user_id)
    .select('plan_tier')
    .executeTakeFirst();
  return row?.plan_tier === 'admin';
}

/** Actions of admins, newest first, with today's names. */
export function selectAuditLog(db: Db, page: TimePage) {
  const query = db
    .selectFrom('audit_entry')
    .innerJoin('user as actor', 'actor.id', 'audit_entry.actor_id')
    .leftJoin('user as member', 'member.id', 'audit_entry.subject_id')
    .leftJoin('account_status', 'account_status.id', 'audit_entry.subject_id')
    .leftJoin('user as owner', 'owner.id', 'account_status.user_id')
    .leftJoin('song_request', 'song_request.id', 'audit_entry.subject_id')
    .leftJoin('track', 'track.id', 'audit_entry.subject_id')
    .select((eb) => [
      'audit_entry.id',
      'actor.username as actor',
      'audit_entry.action',
      'audit_entry.subject_id',
      eb.fn.coalesce('member.username', 'owner.username', 'song_request.title', 'track.title').as('subject'),
      'audit_entry.detail',
      'audit_entry.created_at',
    ]);
  return newestFirst(query, 'audit_entry', page).execute();
}
