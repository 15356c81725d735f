import { argon2Passwords } from '../accounts/passwords.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { noRecording } from '../demo/progress.ts';
import { openMedia } from '../media/open.ts';
import { openProvider } from '../payments/provider.ts';
import { noProcessing, startProcessing } from '../publishing/processing.ts';

/** A server process as main.ts starts it, but without the page and the demo; says its address and runs until it is killed. */
const config = readConfig(process.env);
const { db, engine } = await openDatabase(config);
const c: Context = {
  db,
  engine,
  media: await openMedia(config),
  passwords: argon2Passwords(),
  mail: null,
  payments: config.payments ? await openProvider(config.payments) : null,
  visitorSecret: 'a secret of the tests',
  clock: Date.now,
  band: noRecording(),
  processing: noProcessing(),
};
const app = await buildApp(c, { ...config, logLevel: 'silent', site: undefined });
console.log(await app.listen({ port: config.port, host: config.host }));
c.processing = startProcessing(c, (error) => console.error(error));
