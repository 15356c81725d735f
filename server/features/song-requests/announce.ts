import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';

/** Tells whoever watches a board of this database that requests change, once the transaction has committed. */
export async function announce(tx: Tx, engine: Engine, ids: readonly string[]): Promise<void> {
  await announcement(engine, ids).execute(tx);
}

/** The statement of it. */
export const announcement = (engine: Engine, ids: readonly string[]) => engine.notify('board', ids.join(' '));
