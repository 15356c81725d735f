import { readConfig } from '../../../config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import type { PaymentsContext } from '../provider.ts';
import { openProvider } from '../stripe.ts';
import { syncPayment } from '../sync-payment.ts';

/**
 * A process that syncs payments until a test kills it: `fulfiller.ts INTENT …`. Prints the id of each payment after
 * its commit, when the webhook would respond. Stays alive after the last one.
 */
const config = readConfig(process.env);
const { db, engine } = await openDatabase(config, { exclusive: false });
const provider = await openProvider(config.payments!);
const c = { db, engine, clock: Date.now } as PaymentsContext;
const pending = process.argv.slice(2);

await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let id = pending.shift(); id !== undefined; id = pending.shift()) {
      await syncPayment(c, provider, id);
      // Writes to a pipe are synchronous on every system that has kill -9.
      process.stdout.write(`${id}\n`);
    }
  }),
);
setInterval(() => {}, 1000);
