import { readConfig } from '../config.ts';
import { spend } from '../features/credits/credits.ts';
import { openDatabase } from '../platform/db/database.ts';

/**
 * A process that spends without end, to be killed: `spender.ts USER FROM`. Says the number of every spend once it
 * is told that it is kept. Spends have keys by their numbers, so that what was sent before is known again.
 */
const [user_id, from] = process.argv.slice(2) as [string, string];
const { db, engine } = await openDatabase(readConfig(process.env), { exclusive: false });
let next = Number(from);

/** Spends under way at the same time. */
const AT_ONCE = 8;

await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      const n = next++;
      const wish = { user_id, amount: 10, reference: 'a request', subject: `${n}`, now: Date.now() };
      await db
        .transaction()
        .execute((tx) => spend(tx, engine, { ...wish, kind: 'vote', key: `vote:${user_id}:${n}` }));
      // To a pipe this is written at once, on every system that has kill -9.
      process.stdout.write(`${n}\n`);
    }
  }),
);
