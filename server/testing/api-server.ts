import { buildApp } from '../app.ts';
import { backgroundJobs } from '../background-jobs.ts';
import { readConfig } from '../config.ts';
import { openContext } from '../features.ts';
import { openDatabase } from '../platform/db/database.ts';
import { smtpMail } from '../platform/mail/mail.ts';
import { openMedia } from '../platform/media/bucket-store.ts';
import { followMode } from '../platform/mode.ts';
import { secretBox } from '../platform/secret-box.ts';
import { useTestExtensions } from './extensions.ts';

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
  languages: config.siteLanguages,
  clock: Date.now,
};
const c = await openContext(base, config, { isServer: true });
useTestExtensions(c);
const app = await buildApp(c, { ...config, logLevel: 'silent', site: undefined, audioWaitMs: 0 });
console.log(await app.listen({ port: config.port, host: config.host }));
backgroundJobs(c, (error) => console.error(error)).start();
