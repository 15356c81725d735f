import { CompiledQuery } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '../platform/db/schema.ts';

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
