import { readConfig } from '../../../config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { openProvider } from '../stripe.ts';
import { syncPayment } from '../sync-payment.ts';

/**
 * A process that fulfils payments, to be killed: `fulfiller.ts INTENT …`. Says each one's id once it is told that
 * what it wrote is kept, as the webhook's answer does. Waits when it is done with all.
 */
const config = readConfig(process.env);
const { db, engine } = await openDatabase(config, { exclusive: false });
const provider = await openProvider(config.payments!);
const c = { db, engine, clock: Date.now } as PaymentsContext;
const waiting = process.argv.slice(2);

await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await syncPayment(c, provider, id);
      // To a pipe this is written at once, on every system that has kill -9.
      process.stdout.write(`${id}\n`);
    }
  }),
);
setInterval(() => {}, 1000);
