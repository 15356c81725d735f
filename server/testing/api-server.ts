import { buildApp } from '../app.ts';
import type { AppContext } from '../app-context.ts';
import { backgroundJobs } from '../background-jobs.ts';
import { readConfig } from '../config.ts';
import { argon2Passwords } from '../features/accounts/passwords.ts';
import { noRecording } from '../features/demo/record.ts';
import { openPushKeys } from '../features/notifications/notifications.ts';
import { openProvider } from '../features/payments/stripe.ts';
import { openScrobblers } from '../features/scrobbling/settings.ts';
import { recordingGenerator } from '../features/studio/testing/fake-generator.ts';
import { personalData } from '../features.ts';
import { openDatabase } from '../platform/db/database.ts';
import { smtpMail } from '../platform/mail/mail.ts';
import { openMedia } from '../platform/media/bucket-store.ts';
import { followMode } from '../platform/mode.ts';
import { secretBox } from '../platform/secret-box.ts';

/** A server process like main.ts, without the page and the demo. Prints its origin and runs until it is killed. */
const config = readConfig(process.env);
const { db, engine } = await openDatabase(config);
const payments = config.payments ? await openProvider(config.payments) : null;
const mode = await followMode(db);
const secrets = secretBox('a secret of the tests');
const c: AppContext = {
  db,
  engine,
  media: await openMedia(config),
  passwords: argon2Passwords(),
  personalData,
  mail: config.smtpUrl ? smtpMail(config.smtpUrl, config.smtpFrom) : null,
  payments,
  scrobblers: openScrobblers(config.scrobbling, config.publicUrl),
  isReadOnly: mode.isReadOnly,
  visitorSecret: 'a secret of the tests',
  accountSettings: config.accounts,
  secrets,
  push: {
    keys: await openPushKeys(db, secrets),
    origins: config.pushOrigins,
    contact: 'https://ovation.example',
  },
  clock: Date.now,
  band: noRecording(),
  // Nobody watches, so nothing has to be shown for a while.
  studio: { ...config.studio, queuedMs: 0 },
  generators: process.env.TEST_SUBMISSIONS ? [recordingGenerator(process.env.TEST_SUBMISSIONS)] : [],
  publicUrl: config.publicUrl,
  backups: undefined,
  webhook: undefined,
};
const app = await buildApp(c, { ...config, logLevel: 'silent', site: undefined, audioWaitMs: 0 });
console.log(await app.listen({ port: config.port, host: config.host }));
backgroundJobs(c, (error) => console.error(error)).start();
