import { readConfig } from '../../../config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { spend } from '../credits.ts';

/**
 * A process that spends until it is killed: `spender.ts USER FROM`. Prints the number of each spend once it is
 * committed. The number is part of the spend's key, so repeating a spend charges nothing.
 */
const [user_id, from] = process.argv.slice(2) as [string, string];
const { db, engine } = await openDatabase(readConfig(process.env), { exclusive: false });
let next = Number(from);

/** Concurrent spends. */
const AT_ONCE = 8;

await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      const n = next++;
      const input = { user_id, amount: 10, reference: 'a request', subject: `${n}`, now: Date.now() };
      await db
        .transaction()
        .execute((tx) => spend(tx, engine, { ...input, kind: 'vote', key: `vote:${user_id}:${n}` }));
      // A write to a pipe is synchronous on every system that has kill -9.
      process.stdout.write(`${n}\n`);
    }
  }),
);
