import { Problem } from 'contract/errors.ts';
import type { Member } from 'contract/members.ts';
import {
  type Order,
  type Page,
  type PageQuery,
  paginate,
  type TimeKeys,
  timeKeys,
} from '../../platform/http/paging.ts';
import type { AccountsContext } from './accounts-context.ts';
import { assertAnotherAdmin } from './last-admin.ts';
import {
  countMembers,
  searchMembers,
  selectMember,
  selectMembers,
  updateSuspended,
} from './member-queries.ts';
import { lockUser } from './queries.ts';
import { endSessions } from './sessions.ts';

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
const newestFirst: Order<Row, TimeKeys> = {
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
    newestFirst,
    (part) => selectMembers(c.db, part),
    () => countMembers(c.db),
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
