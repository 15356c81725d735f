import { cachedRows } from '../../platform/db/cached-query.ts';
import type { Db } from '../../platform/db/schema.ts';

/** A user's entries, newest first; `after` is the id of the last entry of the page before. */
export function selectEntries(
  db: Db,
  user_id: string,
  page: { after: [id: string] | undefined; limit: number },
) {
  const { after, limit } = page;
  const values = { user_id, limit, after: after?.[0] };
  return cachedRows(db, `credit entries ${after !== undefined}`, values, (v) => {
    let query = db.selectFrom('credit_entry').where('user_id', '=', v.user_id);
    const last = v.after;
    if (last !== undefined)
      query = query.where('seq', '<', ({ selectFrom }) =>
        selectFrom('credit_entry as last')
          .where('last.id', '=', last)
          .where('last.user_id', '=', v.user_id)
          .select('last.seq'),
      );
    return query
      .orderBy('seq', 'desc')
      .limit(v.limit)
      .select(['id', 'kind', 'amount', 'balance', 'created_at', 'subject']);
  });
}

export async function countEntries(db: Db, user_id: string): Promise<number> {
  const query = db
    .selectFrom('credit_entry')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('total'));
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/** Selects a user's entries after another one, oldest first. */
export function exportedEntries(db: Db, user_id: string) {
  return (last: { seq: number } | undefined, limit: number) =>
    db
      .selectFrom('credit_entry')
      .where('user_id', '=', user_id)
      .where('seq', '>', last?.seq ?? 0)
      .orderBy('seq')
      .limit(limit)
      .select(['seq', 'kind', 'amount', 'balance', 'subject', 'created_at'])
      .execute();
}
