import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { AppContext } from './app-context.ts';
import { backgroundJobs } from './background-jobs.ts';
import { type Config, loadEnvFile, readConfig } from './config.ts';
import { argon2Passwords } from './features/accounts/passwords.ts';
import {
  closeDemo,
  isDemoClosed,
  openDemo,
  withoutDemoMail,
  withoutDemoPassword,
} from './features/demo/accounts.ts';
import { houseBand, noRecording } from './features/demo/record.ts';
import { openPushKeys } from './features/notifications/notifications.ts';
import { watchedProvider } from './features/payments/provider.ts';
import { openProvider } from './features/payments/stripe.ts';
import { openScrobblers } from './features/scrobbling/settings.ts';
import { openGenerators } from './features/studio/generators/open.ts';
import { personalData } from './features.ts';
import { productMetrics } from './metrics.ts';
import { openDatabase } from './platform/db/database.ts';
import { initSetting } from './platform/db/settings.ts';
import { drainable } from './platform/http/drain.ts';
import { isLoopback, listenWith, moreListeners } from './platform/http/listeners.ts';
import { jsonConsole } from './platform/http/log.ts';
import { smtpMail } from './platform/mail/mail.ts';
import { openMedia } from './platform/media/bucket-store.ts';
import { metricsServer } from './platform/metrics/metrics.ts';
import { followMode } from './platform/mode.ts';
import { outcomeRecorder, watchedMail } from './platform/outcomes.ts';
import { openRecentErrors } from './platform/recent-errors.ts';
import { secretBox } from './platform/secret-box.ts';
import { openTracing } from './platform/tracing.ts';
import { startFailure } from './start-failure.ts';

/** See `drainable`; and how long calls in flight may take to finish then, ms. */
const GRACE_MS = 500;
const DRAIN_MS = 10_000;

let config: Config | undefined;

/** Ends the server. Until it listens that is at once: what a migration has not finished never happened. */
let stop: () => unknown = () => process.exit(0);
process.on('SIGINT', () => stop());
process.on('SIGTERM', () => stop());

try {
  loadEnvFile();
  config = readConfig(process.env);
  if (config.jsonLog) jsonConsole();
  await openTracing(process.env);
  await run(config);
} catch (error) {
  console.error(startFailure(error, config) ?? error);
  process.exit(1);
}

/** Opens the database, listens and starts the jobs; `stop` then drains. */
async function run(config: Config): Promise<void> {
  const { db, engine, close } = await openDatabase(config);
  const band = houseBand();
  const recording = noRecording();
  const visitorSecret = await initSetting(db, 'visitor_secret', randomBytes(32).toString('base64url'));
  const mode = await followMode(db);
  const outcomes = outcomeRecorder({ db, clock: Date.now, isReadOnly: mode.isReadOnly });
  const payments = config.payments ? watchedProvider(await openProvider(config.payments), outcomes) : null;
  const secrets = secretBox(config.secretKey ?? visitorSecret);
  const passwords = argon2Passwords();
  const c: AppContext = {
    db,
    engine,
    media: await openMedia(config),
    passwords: isDemoClosed(config) ? withoutDemoPassword(passwords) : passwords,
    personalData,
    mail: config.smtpUrl
      ? withoutDemoMail(watchedMail(smtpMail(config.smtpUrl, config.smtpFrom), outcomes))
      : null,
    payments,
    scrobblers: openScrobblers(config.scrobbling, config.publicUrl),
    isReadOnly: mode.isReadOnly,
    visitorSecret,
    accountSettings: config.accounts,
    secrets,
    push: {
      keys: await openPushKeys(db, secrets),
      origins: config.pushOrigins,
      contact: config.publicUrl?.startsWith('https:') ? config.publicUrl : 'mailto:nobody@localhost',
    },
    clock: Date.now,
    band: recording,
    recording: () => recording.now,
    studio: config.studio,
    generators: openGenerators(config.studio.generators, config.publicUrl),
    publicUrl: config.publicUrl,
    backups: config.backups,
    webhook: config.webhook,
  };
  if (isDemoClosed(config)) await closeDemo({ ...c, passwords });
  const web = path.join(import.meta.dirname, '../web');
  const site = {
    folder: path.join(web, 'dist'),
    renderModule: path.join(web, 'dist-server/server-render.js'),
    embedModule: path.join(web, 'dist-server/embed.js'),
  };
  const { metricsPort, metricsToken } = config;
  const metrics = metricsPort || metricsToken ? await productMetrics(c) : undefined;
  const faults = openRecentErrors(c.clock);
  const readiness = { isStopping: false };
  const server = await buildApp(c, { ...config, site, metrics, readiness, faults });
  if (metrics && metricsPort)
    await listenOn(await metricsServer(metrics, metricsToken), metricsPort, config.host);
  const listeners = moreListeners(server.server);
  const drain = drainable(server.server, listeners);
  await listenWith(server.server, listeners, config, (address) => server.listen(address));
  console.log(`Ovation is open at ${addressOf(config, (server.server.address() as AddressInfo).port)}`);
  const onFailure = (error: unknown, what: string) => {
    server.log.error({ err: error }, what);
    faults.add(error, what);
  };
  let isComposing = true;
  // The demo's own queued songs must not take processor time from the catalogue that a newcomer waits for.
  const jobs = backgroundJobs(c, onFailure, (kind) => isComposing && kind.startsWith('studio.'));
  let stopping = false;
  stop = async () => {
    if (stopping) return;
    stopping = true;
    readiness.isStopping = true;
    band.stop();
    mode.stop();
    const halted = jobs.stop();
    await sleep(config.stopDelayMs);
    await drain(GRACE_MS);
    const late = setTimeout(() => process.exit(1), DRAIN_MS);
    late.unref();
    await server.close();
    await listeners.closed;
    await halted;
    await close();
    process.exit(0);
  };

  mode.onChange(() => {
    server.log.warn(mode.isReadOnly() ? 'nothing is written until the mode is normal' : 'the mode is normal');
    if (mode.isReadOnly()) {
      band.stop();
      void jobs.stop();
    } else jobs.start();
  });
  const isDemo = config.demo && !mode.isReadOnly();
  // Begins first, because a newcomer waits for something to play; never rejects.
  const recorded = isDemo ? band.start(c) : undefined;
  if (isDemo)
    await openDemo(c, config).catch((error) => onFailure(error, 'creating the demo accounts failed'));
  if (!mode.isReadOnly()) jobs.start();
  await recorded;
  isComposing = false;
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
