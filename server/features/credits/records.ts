import { Problem } from 'contract/errors.ts';
import type { CreditsRecord } from 'contract/features/credits.ts';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { countRows } from '../../platform/db/lists.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import {
  byCreation,
  type Order,
  ownFirst,
  type PageQuery,
  paginate,
  readOwnFirst,
} from '../../platform/http/requests/paging.ts';
import { balanceOf, setBalance } from './balance.ts';
import { selectBalance, selectBalances, toCreditsRecord } from './balance-queries.ts';
import { countEntries, selectEntries } from './entry-queries.ts';

const isAdmin = (user: CurrentUser) => user.plan_tier === 'admin';

/** The caller's balance. For an admin: all balances, newest first, or that of one user. */
export async function listRecords(
  c: Context,
  user: CurrentUser,
  query: PageQuery & { user_id?: string | undefined },
) {
  await balanceOf(c, user.id);
  if (!isAdmin(user) && query.user_id !== undefined && query.user_id !== user.id)
    return { rows: [], total: 0, next: undefined };
  const user_id = isAdmin(user) ? query.user_id : user.id;
  if (user_id === undefined) {
    const all = await paginate(
      query,
      ownFirst(user.id),
      (page) => readOwnFirst(user.id, page, (whose, part) => selectBalances(c.db, { ...whose, ...part })),
      () => countRows(c.db.selectFrom('credits')),
    );
    return { ...all, rows: all.rows.map(toCreditsRecord) };
  }
  const page = await paginate(
    query,
    byCreation,
    (part) => selectBalances(c.db, { user_id, ...part }),
    () => countRows(c.db.selectFrom('credits').where('user_id', '=', user_id)),
  );
  // One user's balance includes the monthly credits that are due.
  return { ...page, rows: await Promise.all(page.rows.map((row) => balanceOf(c, row.user_id))) };
}

/** @throws Problem `not_found` for an unknown balance and, unless the caller is an admin, for another user's. */
export async function getRecord(c: Context, user: CurrentUser, id: string): Promise<CreditsRecord> {
  const row = await selectBalance(c.db, isAdmin(user) ? { id } : { id, user_id: user.id });
  if (!row) throw new Problem('not_found');
  return balanceOf(c, row.user_id);
}

/**
 * Sets a balance, as an admin. Of their own balance, everyone may send as much or less, as old clients do that compute
 * balances themselves before they vote: the response is the true record, and nothing changes.
 * @throws Problem `not_found`; `forbidden` for more than the balance, unless the caller is an admin.
 */
export async function editRecord(
  c: Context,
  user: CurrentUser,
  id: string,
  input: { credits?: number | undefined; reason?: string | undefined },
): Promise<CreditsRecord> {
  const record = await getRecord(c, user, id);
  const { credits = record.credits, reason } = input;
  const lowersOwn = record.user_id === user.id && credits <= record.credits;
  if (lowersOwn) return record;
  if (!isAdmin(user)) throw new Problem('forbidden');
  return setBalance(c, user, record.user_id, { credits, reason });
}

/** The sequence number of an entry stays private; its id stands for it. */
const entryOrder: Order<{ id: string }, [id: string]> = {
  keys: z.tuple([z.uuid()]),
  keysOf: ({ id }) => [id],
};

/** The user's entries, newest first. */
export async function listEntries(c: Context, user_id: string, query: PageQuery) {
  await balanceOf(c, user_id);
  return paginate(
    query,
    entryOrder,
    (page) => selectEntries(c.db, user_id, page),
    () => countEntries(c.db, user_id),
  );
}
