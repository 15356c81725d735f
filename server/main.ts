import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { AppContext } from './app-context.ts';
import { type Config, isLoopback, loadEnvFile, readConfig } from './config.ts';
import { argon2Passwords } from './features/accounts/passwords.ts';
import { pruneSessions } from './features/accounts/sessions.ts';
import { pruneApplause } from './features/applause/applause.ts';
import { updateCharts } from './features/charts/charts.ts';
import { grantMonthly } from './features/credits/credits.ts';
import { openDemo } from './features/demo/accounts.ts';
import { noRecording } from './features/demo/progress.ts';
import { houseBand } from './features/demo/record.ts';
import { startEmails } from './features/notifications/notifications.ts';
import { deleteCustomers } from './features/payments/payments.ts';
import { openProvider } from './features/payments/stripe.ts';
import { prunePlays } from './features/plays/plays.ts';
import { noProcessing, startProcessing } from './features/publishing/processing.ts';
import { sweepMedia } from './features/publishing/sweep.ts';
import { openGenerators } from './features/studio/generators/open.ts';
import { startStudio } from './features/studio/jobs.ts';
import { noStudioJobs } from './features/studio/studio.ts';
import { productMetrics } from './metrics.ts';
import { personalData } from './personal-data.ts';
import { openDatabase } from './platform/db/database.ts';
import { initSetting } from './platform/db/settings.ts';
import { drainable } from './platform/http/drain.ts';
import { jsonConsole } from './platform/json-console.ts';
import { smtpMail } from './platform/mail/mail.ts';
import { openMedia } from './platform/media/open.ts';
import { metricsServer } from './platform/metrics/serve-metrics.ts';
import { startFailure } from './start-failure.ts';

/** See `drainable`; and how long calls in flight may take to finish then, ms. */
const GRACE_MS = 500;
const DRAIN_MS = 10_000;

/** How old charts may be, ms. */
const CHARTS_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let config: Config | undefined;

try {
  loadEnvFile();
  config = readConfig(process.env);
  if (config.jsonLog) jsonConsole();
  await run(config);
} catch (error) {
  console.error(startFailure(error, config) ?? error);
  process.exit(1);
}

/** Opens the database, listens, starts the jobs, and drains on SIGINT and SIGTERM. */
async function run(config: Config): Promise<void> {
  const { db, engine, close } = await openDatabase(config);
  const band = houseBand();
  const payments = config.payments ? await openProvider(config.payments) : null;
  const c: AppContext = {
    db,
    engine,
    media: await openMedia(config),
    passwords: argon2Passwords(),
    personalData: personalData(payments),
    mail: config.smtpUrl ? smtpMail(config.smtpUrl, config.smtpFrom) : null,
    payments,
    visitorSecret: await initSetting(db, 'visitor_secret', randomBytes(32).toString('base64url')),
    clock: Date.now,
    band: noRecording(),
    processing: noProcessing(),
    studio: config.studio,
    generators: openGenerators(config.generators, config.publicUrl),
    studioJobs: noStudioJobs(),
    publicUrl: config.publicUrl,
  };
  const web = path.join(import.meta.dirname, '../web');
  const site = {
    folder: path.join(web, 'dist'),
    pictureModule: path.join(web, 'dist-server/first-picture.js'),
    embedModule: path.join(web, 'dist-server/embed.js'),
  };
  const { metricsPort, metricsToken } = config;
  const metrics = metricsPort || metricsToken ? await productMetrics(c) : undefined;
  const readiness = { isStopping: false };
  const server = await buildApp(c, { ...config, site, metrics, readiness });
  if (metrics && metricsPort) await listenOn(metricsServer(metrics, metricsToken), metricsPort, config.host);
  const drain = drainable(server.server);
  await server.listen({ port: config.port, host: config.host });
  console.log(`Ovation is open at ${addressOf(config, (server.server.address() as AddressInfo).port)}`);
  let stopping = false;
  const emails =
    c.mail && config.publicUrl
      ? startEmails(c, { mail: c.mail, site: config.publicUrl }, (error) =>
          server.log.error({ err: error }, 'sending notifications failed'),
        )
      : undefined;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    readiness.isStopping = true;
    band.stop();
    const halted = Promise.all([c.processing.stop(), c.studioJobs.stop(), emails?.stop()]);
    await sleep(config.stopDelayMs);
    await drain(GRACE_MS);
    const late = setTimeout(() => process.exit(1), DRAIN_MS);
    late.unref();
    await server.close();
    await halted;
    await close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  /** A failed job must not end the server; the next round tries again. */
  const attempt = (job: () => Promise<unknown>, failure: string) =>
    job().catch((error) => server.log.error({ err: error }, failure));
  const repeat = async (everyMs: number, job: () => Promise<unknown>, failure: string) => {
    setInterval(attempt, everyMs, job, failure).unref();
    await attempt(job, failure);
  };
  c.processing = startProcessing(c, (error) => server.log.error({ err: error }, 'processing failed'));
  if (config.demo) await attempt(() => openDemo(c, config), 'creating the demo accounts failed');
  // The demo's own queued songs must not take processor time from the catalogue that a newcomer waits for.
  void (config.demo ? band.start(c) : Promise.resolve()).then(() => {
    if (stopping) return;
    c.studioJobs = startStudio(c, (error) => server.log.error({ err: error }, 'the studio failed'));
  });
  await repeat(DAY_MS, () => pruneSessions(c), 'pruning sessions failed');
  await repeat(DAY_MS, () => sweepMedia(c), 'sweeping media failed');
  await repeat(DAY_MS, () => grantMonthly(c), 'monthly grants failed');
  await repeat(DAY_MS, () => prunePlays(c), 'pruning plays failed');
  await repeat(DAY_MS, () => pruneApplause(c), 'pruning applause failed');
  await repeat(CHARTS_MS, () => updateCharts(c), 'updating the charts failed');
  await repeat(HOUR_MS, () => deleteCustomers(c), 'deleting customers failed');
}

async function listenOn(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
  // It does not keep a server from ending.
  server.unref();
}

function addressOf(config: Config, port: number): string {
  if (config.publicUrl) return config.publicUrl;
  const host =
    isLoopback(config.host) || config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
