import { Problem } from 'contract/errors.ts';
import type { FastifyReply } from 'fastify';
import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';

/** The paging parameters of every list (`pageQuery` in the contract). */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

export interface Page<Row> {
  rows: Row[];
  /** Number of rows on all pages. */
  total: number;
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined;
}

/** Sort order of a list. A cursor carries the sort keys of the last row of a page; together they are unique. */
export interface Order<Row, Keys extends readonly unknown[]> {
  keys: z.ZodType<Keys>;
  keysOf: (row: Row) => Keys;
}

/** Sort keys of a list in order of time: epoch milliseconds and id. */
export type TimeKeys = [at: number, id: string];

export const timeKeys: z.ZodType<TimeKeys> = z.tuple([z.int().nonnegative(), z.uuid()]);

export const byCreation: Order<{ created_at: number; id: string }, TimeKeys> = {
  keys: timeKeys,
  keysOf: ({ created_at, id }) => [created_at, id],
};

/** A page of such a list: up to `limit` rows that follow the sort keys `after`. */
export interface TimePage {
  after: TimeKeys | undefined;
  limit: number;
}

/** The page's rows of a query in the order `byCreation`, newest first. */
export function newestFirst<DB, T extends keyof DB, O>(
  query: SelectQueryBuilder<DB, T, O>,
  table: string,
  { after, limit }: TimePage,
): SelectQueryBuilder<DB, T, O> {
  const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  const rest = after ? query.where(sql<boolean>`(${at}, ${id}) < (${sql.join(after)})`) : query;
  return rest.orderBy(at, 'desc').orderBy(id, 'desc').limit(limit);
}

/** Sort keys of a list by creation that begins with the caller's own record. */
type OwnFirstKeys = [others: 0 | 1, at: number, id: string];

type Owned = { user_id: string; created_at: number; id: string };

export const ownFirst = (user_id: string): Order<Owned, OwnFirstKeys> => ({
  keys: z.tuple([z.literal([0, 1]), z.int().nonnegative(), z.uuid()]),
  keysOf: (row) => [row.user_id === user_id ? 0 : 1, row.created_at, row.id],
});

/**
 * Reads a page of a list in the order `ownFirst`.
 * @param select reads records, newest first: of one user, or of all others.
 */
export async function readOwnFirst<Row>(
  user_id: string,
  { after, limit }: { after: OwnFirstKeys | undefined; limit: number },
  select: (whose: { user_id: string } | { except: string }, page: TimePage) => Promise<Row[]>,
): Promise<Row[]> {
  const own = after === undefined ? await select({ user_id }, { after: undefined, limit: 1 }) : [];
  const last: TimeKeys | undefined = after?.[0] === 1 ? [after[1], after[2]] : undefined;
  return [...own, ...(await select({ except: user_id }, { after: last, limit: limit - own.length }))];
}

/**
 * Reads one page of a list.
 * @param read selects up to `limit` rows that follow the sort keys `after`.
 * @param count is called only if the page does not show the total by itself.
 * @throws Problem `bad_cursor` unless the cursor was made for this order.
 */
export async function paginate<Row, Keys extends readonly unknown[]>(
  { limit, cursor }: PageQuery,
  order: Order<Row, Keys>,
  read: (page: { after: Keys | undefined; limit: number }) => Promise<Row[]>,
  count: () => number | Promise<number>,
): Promise<Page<Row>> {
  const after = cursor === undefined ? undefined : decode(order.keys, cursor);
  // One row more than asked for tells whether another page follows.
  const found = await read({ after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const more = found.length > limit;
  return {
    rows,
    total: after === undefined && !more ? rows.length : await count(),
    next: more ? encode(order.keysOf(rows.at(-1)!)) : undefined,
  };
}

/** Sets the paging headers. @returns the rows. */
export function sendPage<Row>(reply: FastifyReply, { rows, total, next }: Page<Row>): Row[] {
  reply.header('x-total-count', total);
  if (next !== undefined) reply.header('x-next-cursor', next);
  return rows;
}

function encode(keys: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

function decode<Keys>(shape: z.ZodType<Keys>, cursor: string): Keys {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new Problem('bad_cursor');
  }
}
