import { buildApp } from '../app.ts';
import { backgroundJobs } from '../background-jobs.ts';
import { readConfig } from '../config.ts';
import { recordingGenerator } from '../extensions/studio/testing/fake-generator.ts';
import { openContext } from '../features.ts';
import { openDatabase } from '../platform/db/database.ts';
import { smtpMail } from '../platform/mail/mail.ts';
import { openMedia } from '../platform/media/bucket-store.ts';
import { followMode } from '../platform/mode.ts';
import { secretBox } from '../platform/secret-box.ts';

/** A server process like main.ts, without the page and the demo. Prints its origin and runs until it is killed. */
const config = readConfig(process.env);
const { db, engine } = await openDatabase(config);
const mode = await followMode(db);
const base = {
  db,
  engine,
  media: await openMedia(config),
  mail: config.smtpUrl ? smtpMail(config.smtpUrl, config.smtpFrom) : null,
  isReadOnly: mode.isReadOnly,
  visitorSecret: 'a secret of the tests',
  secrets: secretBox('a secret of the tests'),
  publicUrl: config.publicUrl,
  clock: Date.now,
};
const c = await openContext(base, config, { isServer: true });
// Nobody watches, so nothing has to be shown for a while.
c.studio = { ...c.studio, queuedMs: 0 };
c.generators = process.env.TEST_SUBMISSIONS ? [recordingGenerator(process.env.TEST_SUBMISSIONS)] : [];
const app = await buildApp(c, { ...config, logLevel: 'silent', site: undefined, audioWaitMs: 0 });
console.log(await app.listen({ port: config.port, host: config.host }));
backgroundJobs(c, (error) => console.error(error)).start();
