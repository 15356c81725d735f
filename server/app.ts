import { languageCodes } from 'contract/languages.ts';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { AppContext, AppParts } from './app-context.ts';
import type { Config } from './config.ts';
import { sessionFinder } from './features/accounts/login/find-session.ts';
import { noteWithoutAdmin } from './features/accounts/members/first-admin.ts';
import { accountGuard, noGuard } from './features/accounts/proof/guard.ts';
import { playClaims } from './features/plays/plays.ts';
import { features } from './features.ts';
import { recordAction } from './platform/audit-log.ts';
import { readQueue } from './platform/concurrency.ts';
import type { Role } from './platform/core-config.ts';
import type { RouteSettings } from './platform/feature.ts';
import { binder } from './platform/http/bind.ts';
import { compressTexts } from './platform/http/compress.ts';
import { limitPipelining, limitSockets } from './platform/http/connections/connection-limits.ts';
import { allowOrigins } from './platform/http/cors.ts';
import {
  frameworkErrors,
  frameworkErrorsOfSite,
  handleErrors,
  refuseUnknownAddresses,
} from './platform/http/errors.ts';
import { safeHeaders } from './platform/http/headers.ts';
import { healthRoutes, type Readiness } from './platform/http/health.ts';
import { noteLanguage } from './platform/http/language.ts';
import { logAccess, logger, requestId } from './platform/http/log.ts';
import { openApiRoute } from './platform/http/openapi.ts';
import { cachePublicly } from './platform/http/pages/public-cache.ts';
import { siteRoutes } from './platform/http/pages/site.ts';
import { countUnread, limitCalls } from './platform/http/requests/call-limit.ts';
import {
  refuseExpectation,
  refuseInvalidRequest,
  requireHost,
} from './platform/http/requests/raw-refusals.ts';
import {
  allowEmptyBodies,
  cutSlowBodies,
  discardRefusedBodies,
  UPLOAD_MS,
} from './platform/http/requests/request-bodies.ts';
import { mediaRoutes } from './platform/media/routes.ts';
import { type TransferSettings, transferSettings } from './platform/media/transfers.ts';
import { type Metrics, metricsRoute } from './platform/metrics/metrics.ts';
import { readOnlyNote, refuseWrites } from './platform/mode.ts';
import { openRecentErrors, type RecentErrors } from './platform/recent-errors.ts';
import { traceCalls } from './platform/tracing.ts';

/** A socket on which nothing moves is closed, such as that of a client that never reads its answer; ms. */
const IDLE_SOCKET_MS = 120_000;

/** Larger JSON bodies are refused; uploads have limits of their own. Bytes. */
const BODY_LIMIT = 256 * 1024;

export type AppConfig = Omit<RouteSettings, 'faults'> &
  Pick<Config, 'trustProxy' | 'logLevel'> & {
    corsOrigins?: string[];
    /** False if `?lang=` and the cookie find every language, for translators; true by default. */
    production?: boolean;
    /** See `Config.offline`; true by default. */
    offline?: boolean;
    /** Destination of the log instead of standard output; for tests. */
    logTo?: { write: (line: string) => void } | undefined;
    /** See `Config.demo`. Without a demo, pages say how the first admin is made. */
    demo?: boolean;
    /** Logs each call. */
    accessLog?: boolean;
    /** Metrics that the server counts; undefined counts nothing. */
    metrics?: Metrics | undefined;
    /** Lets those who know it read the metrics at `/metrics`. */
    metricsToken?: string | undefined;
    readiness?: Readiness;
    /** A worker answers health checks and metrics alone; both by default. */
    role?: Role;
    faults?: RecentErrors;
    /** Overrides of the limits of files that are being sent; for tests. */
    transfers?: Partial<TransferSettings>;
  };

/** The whole server over a context, ready to listen or to be called by `inject`. A table of contents. */
export async function buildApp(c: AppContext, config: AppConfig): Promise<FastifyInstance> {
  const server = Fastify({
    logger: logger(config.logLevel, config.logTo),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    // By hop count: trusting every proxy would let anyone forge an address.
    trustProxy: config.trustProxy > 0 && ((_address: string, hop: number) => hop < config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: UPLOAD_MS,
    connectionTimeout: IDLE_SOCKET_MS,
    frameworkErrors: config.site ? frameworkErrorsOfSite : frameworkErrors,
    clientErrorHandler: refuseInvalidRequest,
    // While the server drains, calls that are already on their way get their answer.
    return503OnClosing: false,
    // `requireHost` refuses a missing Host with the usual error; Node's own answer has none of our headers.
    http: { headersTimeout: 3000, connectionsCheckingInterval: 5000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // Slugs of other scripts are long once they are percent-encoded.
    routerOptions: { maxParamLength: 8192 },
  });
  limitPipelining(server.server);
  if (config.rateLimit && config.trustProxy === 0) limitSockets(server.server);
  server.server.on('checkExpectation', refuseExpectation);
  traceCalls(server);
  config.metrics?.countCalls(server);
  if (config.accessLog) logAccess(server);
  const faults = config.faults ?? openRecentErrors(c.clock);
  handleErrors(server, c.engine.isTemporary, faults.add);
  noteLanguage(server, c.languages, config.production === false ? languageCodes : c.languages);
  safeHeaders(server, config.publicUrl);
  allowOrigins(server, config.corsOrigins);
  cachePublicly(server);
  compressTexts(server);
  discardRefusedBodies(server);
  if (config.rateLimit) limitCalls(server, c.clock, countUnread(server));
  requireHost(server);
  refuseWrites(server, () => c.isReadOnly());
  cutSlowBodies(server);
  allowEmptyBodies(server);

  const bind = binder(server, {
    publicUrl: config.publicUrl,
    languages: c.languages,
    findSession: sessionFinder(c),
    recordAction: (actor_id, endpoint, input) => recordAction(c.db, actor_id, endpoint, input, c.clock()),
  });
  // Tests and benchmarks open many streams from one address.
  const unlimited = !config.rateLimit && { perAddress: Number.POSITIVE_INFINITY };
  const sendFile = mediaRoutes(server, c.media, { ...transferSettings, ...unlimited, ...config.transfers });
  const parts: AppParts = {
    server,
    bind,
    c,
    settings: { ...config, faults, streams: { ...unlimited, ...config.streams } },
    searches: readQueue(c.engine.longReadsAtOnce),
    sendFile,
    guard: config.rateLimit ? accountGuard() : noGuard,
    claims: playClaims(c.visitorSecret, { isLimited: config.rateLimit }),
  };
  const isWorker = config.role === 'worker';
  if (!isWorker) for (const { routes } of features) routes?.(parts);
  healthRoutes(server, c, config.readiness ?? { isStopping: false });
  if (config.metrics && config.metricsToken !== undefined)
    metricsRoute(server, config.metrics, config.metricsToken);
  if (!isWorker) openApiRoute(server, c.brand.name);
  const adminNote = noteWithoutAdmin(c);
  if (config.site && !isWorker)
    await siteRoutes(server, {
      site: config.site,
      brand: c.brand,
      publicUrl: config.publicUrl,
      languages: c.languages,
      offline: config.offline ?? true,
      payments: c.payments !== null,
      mediaOrigin: c.media.origin,
      note: async (language) =>
        (c.isReadOnly() ? readOnlyNote(c.brand.name, language) : '') +
        (config.demo === false ? await adminNote(language) : ''),
      headOf: async (pathname, language) => {
        for (const { headOf } of features) {
          const head = await headOf?.(c, pathname, language);
          if (head) return head;
        }
        return undefined;
      },
      pages: Object.assign({}, ...features.map(({ pages }) => pages?.(c))),
      parts: features.flatMap(({ pageParts }) => pageParts?.(c) ?? []),
    });
  else refuseUnknownAddresses(server);
  return server;
}
