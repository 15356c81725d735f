import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { concurrencyLimit } from '../concurrency-limit.ts';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

/** Transactions beyond this wait no longer and are refused. */
const QUEUE = { waiting: 2000, maxWaitMs: 5000 };

/**
 * Makes `db.transaction()` repeat transactions that lost a conflict, and limits how many run at once: reads keep
 * connections of their own while transactions wait for a locked row.
 */
export function boundTransactions(db: Kysely<Schema>, { transactionsAtOnce, conflicts }: Engine): void {
  const limit = concurrencyLimit({ ...QUEUE, atOnce: transactionsAtOnce });
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (run) => limit(() => repeatConflicts(conflicts, () => execute(run)));
    return builder;
  };
}

/** A conflict was rolled back completely, so the transaction can run again. */
async function repeatConflicts<T>(
  { isConflict, repeats, pauseMs }: Engine['conflicts'],
  execute: () => Promise<T>,
): Promise<T> {
  for (let repeat = 0; ; repeat++) {
    try {
      return await execute();
    } catch (error) {
      if (repeat >= repeats || !isConflict(error)) throw error;
      await sleep(pauseMs);
    }
  }
}
