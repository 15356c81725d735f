import { sql } from 'kysely';
import type { Engine } from '../db/engine.ts';
import type { Tx } from '../db/schema.ts';

/** Tells whoever watches a board of this database that requests change, once the transaction has committed. */
export async function announce(tx: Tx, engine: Engine, ids: readonly string[]): Promise<void> {
  await engine.notify(tx, 'board', ids.join(' '));
}

/** The same as part of a statement, for PostgreSQL. */
export const announcement = (ids: readonly string[]) => sql`pg_notify('board', ${ids.join(' ')})`;
