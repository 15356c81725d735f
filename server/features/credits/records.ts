import { randomUUID } from 'node:crypto';
import type { CreditsRecord } from 'contract/credits.ts';
import { Problem } from 'contract/errors.ts';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { readPosition, writePosition } from '../../platform/http/position.ts';
import { closeBook, openBook, putDown } from './book.ts';
import { balanceOf, recordOf } from './credits.ts';
import { countBalances, countEntries, selectBalance, selectBalances, selectEntries } from './queries.ts';

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const isAdmin = (user: CurrentUser) => user.plan_tier === 'admin';

/** The own balance; everybody's for an admin, newest first, or one user's. */
export async function listRecords(
  c: Context,
  user: CurrentUser,
  page: Page & { user_id?: string | undefined },
) {
  const after = readPosition(page.cursor);
  const own = await balanceOf(c, user.id);
  const { user_id = isAdmin(user) ? undefined : user.id } = page;
  if (user_id !== undefined) {
    const other = isAdmin(user) ? await selectBalance(c.db, { user_id }) : undefined;
    const one = user_id === user.id ? own : other && (await balanceOf(c, other.user_id));
    return { rows: one && !after ? [one] : [], total: one ? 1 : 0, next: undefined };
  }
  const [rows, total] = await Promise.all([
    selectBalances(c.db, { after, limit: page.limit }),
    countBalances(c.db),
  ]);
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map(recordOf),
    total,
    next: last && writePosition({ at: last.created_at, id: last.id }),
  };
}

/** @throws Problem `not_found` for an unknown one and, but for admins, for somebody else's. */
export async function getRecord(c: Context, user: CurrentUser, id: string): Promise<CreditsRecord> {
  const row = await selectBalance(c.db, isAdmin(user) ? { id } : { id, user_id: user.id });
  if (!row) throw new Problem('not_found');
  return balanceOf(c, row.user_id);
}

/**
 * Sets a balance, by an admin. Whoever else tries may say what is true or less, as the old clients do that
 * computed balances themselves, and is told the true record; nothing changes.
 * @throws Problem `not_found`; `forbidden` for more than there is.
 */
export async function editRecord(
  c: Context,
  user: CurrentUser,
  id: string,
  wish: { credits?: number | undefined; reason?: string | undefined },
): Promise<CreditsRecord> {
  const record = await getRecord(c, user, id);
  const { credits = record.credits, reason } = wish;
  if (isAdmin(user)) return setBalance(c, user, record.user_id, { credits, reason });
  if (credits > record.credits) throw new Problem('forbidden');
  return record;
}

function setBalance(
  c: Context,
  admin: CurrentUser,
  user_id: string,
  { credits, reason }: { credits: number; reason: string | undefined },
): Promise<CreditsRecord> {
  return c.db.transaction().execute(async (tx) => {
    const now = c.clock();
    const book = await openBook(tx, c.engine, [user_id], now);
    const balance = book.balances.get(user_id)!;
    const amount = credits - balance.credits;
    if (amount !== 0)
      putDown(book, {
        user_id,
        kind: 'adjustment',
        amount,
        key: `adjustment:${randomUUID()}`,
        reference: `admin:${admin.id}`,
        subject: reason?.trim() || null,
        now,
      });
    await closeBook(tx, c.engine, book);
    return recordOf(balance);
  });
}

/** The own movements, newest first. A page ends with an entry's id, which the next one begins after. */
export async function listEntries(c: Context, user_id: string, page: Page) {
  await balanceOf(c, user_id);
  const after = page.cursor === undefined ? undefined : readEntryId(page.cursor);
  const rows = await selectEntries(c.db, user_id, { after, limit: page.limit });
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  const total = !after && !last ? rows.length : await countEntries(c.db, user_id);
  return { rows, total, next: last?.id };
}

/** @throws Problem `bad_cursor`. */
function readEntryId(cursor: string): string {
  const id = z.uuid().safeParse(cursor);
  if (!id.success) throw new Problem('bad_cursor');
  return id.data;
}
