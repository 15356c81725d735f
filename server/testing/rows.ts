import { CompiledQuery, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import { vi } from 'vitest';
import type { Db, Schema } from '../platform/db/schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: Kysely can't follow a table that is a type parameter.
const untyped = (db: Db) => db as Kysely<any>;

/** An app's context, or anything else with a database. */
type Holder = { db: Db };
type Table = keyof Schema;
/** Columns and the values that they must have. */
type Where<T extends Table> = Partial<Selectable<Schema[T]>>;

/** @returns all rows with these values, whole and in no order. */
export function findRows<T extends Table>(c: Holder, table: T, where: Where<T>) {
  const query = untyped(c.db).selectFrom(table).selectAll();
  return query.where(({ and }) => and(where)).execute() as Promise<Selectable<Schema[T]>[]>;
}

/**
 * @returns a row with these values.
 * @throws if there is none.
 */
export async function findRow<T extends Table>(c: Holder, table: T, where: Where<T>) {
  const [row] = await findRows(c, table, where);
  if (!row) throw new Error(`${table} has no row with ${JSON.stringify(where)}.`);
  return row;
}

/** Changes the rows with these values behind the server's back. */
export async function updateRows<T extends Table>(
  c: Holder,
  table: T,
  where: Where<T>,
  values: Updateable<Schema[T]>,
): Promise<void> {
  const query = untyped(c.db).updateTable<string>(table).set(values);
  await query.where(({ and }) => and(where)).execute();
}

/** Inserts rows behind the server's back. */
export async function insertRows<T extends Table>(
  c: Holder,
  table: T,
  values: Insertable<Schema[T]> | readonly Insertable<Schema[T]>[],
): Promise<void> {
  await untyped(c.db).insertInto(table).values(values).execute();
}

/** SQLite's plans of all statements that `run` executes, in transactions, too; one line for each step. */
export async function plansOf(db: Db, run: () => Promise<unknown>): Promise<string[]> {
  // A transaction has an executor of its own, of the same class.
  const execute = vi.spyOn(Object.getPrototypeOf(db.getExecutor()), 'executeQuery');
  await run();
  const queries = execute.mock.calls.map(([query]) => query as CompiledQuery);
  execute.mockRestore();
  const plans: string[] = [];
  for (const { sql, parameters } of queries) {
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await db.executeQuery<{ detail: string }>(explained);
    plans.push(...rows.map(({ detail }) => detail));
  }
  return plans;
}
