import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { backgroundJobs } from './background-jobs.ts';
import { type Config, loadEnvFile, readConfig } from './config.ts';
import { features, jobKinds, openContext } from './features.ts';
import { productMetrics } from './metrics.ts';
import { openDatabase } from './platform/db/database.ts';
import { initSetting } from './platform/db/settings.ts';
import { deliveryRecorder, watchedMail } from './platform/delivery-status.ts';
import { drainable } from './platform/http/connections/drain.ts';
import { isLoopback, listenWith, moreListeners } from './platform/http/connections/listeners.ts';
import { jsonConsole, textLog } from './platform/http/log.ts';
import { smtpMail } from './platform/mail/mail.ts';
import { openMedia } from './platform/media/bucket-store.ts';
import { metricsServer } from './platform/metrics/metrics.ts';
import { followMode } from './platform/mode.ts';
import { openRecentErrors } from './platform/recent-errors.ts';
import { secretBox } from './platform/secret-box.ts';
import { openTracing } from './platform/tracing.ts';
import { VERSION } from './platform/version.ts';
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
  console.log(`Ovation ${VERSION} on Node ${process.versions.node}`);
  await openTracing(process.env);
  await run(config);
} catch (error) {
  console.error(startFailure(error, config) ?? error);
  process.exit(1);
}

/** Opens the database, listens and starts the jobs; `stop` then drains. */
async function run(config: Config): Promise<void> {
  const { db, engine, close } = await openDatabase(config);
  const visitorSecret = await initSetting(db, 'visitor_secret', randomBytes(32).toString('base64url'));
  const mode = await followMode(db);
  const outcomes = deliveryRecorder({ db, clock: Date.now, isReadOnly: mode.isReadOnly });
  const base = {
    db,
    engine,
    media: await openMedia(config),
    mail: config.smtpUrl ? watchedMail(smtpMail(config.smtpUrl, config.smtpFrom), outcomes) : null,
    isReadOnly: mode.isReadOnly,
    visitorSecret,
    secrets: secretBox(config.secretKey ?? visitorSecret),
    publicUrl: config.publicUrl,
    languages: config.siteLanguages,
    clock: Date.now,
  };
  const c = await openContext(base, config, { isServer: true, outcomes });
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
  const logTo = config.jsonLog ? undefined : textLog((text) => process.stdout.write(text));
  const server = await buildApp(c, { ...config, logTo, site, metrics, readiness, faults });
  if (metrics && metricsPort)
    await listenOn(await metricsServer(metrics, metricsToken), metricsPort, config.host);
  const listeners = moreListeners(server.server);
  const drain = drainable(server.server, listeners);
  await listenWith(server.server, listeners, config, (address) => server.listen(address));
  const address = addressOf(config, (server.server.address() as AddressInfo).port);
  console.log(
    config.role === 'worker'
      ? `Ovation is open for health checks at ${address} and does the jobs`
      : `Ovation is open at ${address}`,
  );
  const onFailure = (error: unknown, what: string) => {
    server.log.error({ err: error }, what);
    faults.add(error, what);
  };
  const running = new AbortController();
  let isRunning = true;
  // What features do by themselves at first is what a newcomer waits for.
  const jobs = backgroundJobs(c, onFailure, (kind) => isRunning && jobKinds[kind]?.canWait === true);
  let stopping = false;
  stop = async () => {
    if (stopping) return;
    stopping = true;
    readiness.isStopping = true;
    running.abort();
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
      running.abort();
      void jobs.stop();
    } else if (config.role !== 'web') jobs.start();
  });
  if (mode.isReadOnly() || config.role === 'web') return;
  const all = features.map(({ run }) => run?.(c, config, running.signal, onFailure));
  jobs.start();
  await Promise.all(all);
  isRunning = false;
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
