import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { AppContext } from './app-context.ts';
import type { Config } from './config.ts';
import { sessionFinder } from './features/accounts/find-session.ts';
import { accountGuard, noGuard } from './features/accounts/guard.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { applauseRoutes } from './features/applause/routes.ts';
import { chartPages, chartRoutes } from './features/charts/routes.ts';
import { creditRoutes } from './features/credits/routes.ts';
import { demoRoutes } from './features/demo/routes.ts';
import { genreArtRoute } from './features/discovery/genre-art.ts';
import { discoveryPages } from './features/discovery/pages.ts';
import { discoveryRoutes } from './features/discovery/routes.ts';
import { sitemapRoutes } from './features/discovery/sitemap.ts';
import { embedPages, embedRoutes } from './features/embeds/routes.ts';
import { feedRoutes } from './features/feeds/routes.ts';
import { followingRoutes } from './features/following/routes.ts';
import { libraryRoutes } from './features/library/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { openSubsonicRoutes } from './features/opensubsonic/routes.ts';
import { operationRoutes } from './features/operation/routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { peoplePages, peopleRoutes } from './features/people/routes.ts';
import { playlistHead } from './features/playlists/playlists.ts';
import { playlistRoutes } from './features/playlists/routes.ts';
import { playClaims } from './features/plays/plays.ts';
import { playRoutes } from './features/plays/routes.ts';
import { previewRoutes } from './features/previews/routes.ts';
import { publishingRoutes } from './features/publishing/routes.ts';
import { scrobblingRoutes } from './features/scrobbling/routes.ts';
import { type LiveSettings, liveSettings } from './features/song-requests/live.ts';
import { songRequestPages } from './features/song-requests/pages.ts';
import { songRequestRoutes } from './features/song-requests/routes.ts';
import { studioRoutes } from './features/studio/routes.ts';
import { supportRoutes } from './features/support/routes.ts';
import { explorePage, trackRoutes } from './features/tracks/routes.ts';
import { recordAction } from './platform/audit-log.ts';
import { readQueue } from './platform/concurrency.ts';
import { binder } from './platform/http/bind.ts';
import { countUnread, limitCalls } from './platform/http/call-limit.ts';
import { compressTexts } from './platform/http/compress.ts';
import { limitPipelining, limitSockets } from './platform/http/connection-limits.ts';
import { allowOrigins } from './platform/http/cors.ts';
import {
  frameworkErrors,
  frameworkErrorsOfSite,
  handleErrors,
  refuseUnknownAddresses,
} from './platform/http/errors.ts';
import { streamSettings } from './platform/http/event-streams.ts';
import { safeHeaders } from './platform/http/headers.ts';
import { healthRoutes, type Readiness } from './platform/http/health.ts';
import { logAccess, logger, requestId } from './platform/http/log.ts';
import { openApiRoute } from './platform/http/openapi.ts';
import { cachePublicly } from './platform/http/public-cache.ts';
import { refuseExpectation, refuseInvalidRequest, requireHost } from './platform/http/raw-refusals.ts';
import {
  allowEmptyBodies,
  cutSlowBodies,
  discardRefusedBodies,
  UPLOAD_MS,
} from './platform/http/request-bodies.ts';
import { type BuiltSite, siteRoutes } from './platform/http/site.ts';
import { mediaRoutes } from './platform/media/routes.ts';
import { type TransferSettings, transferSettings } from './platform/media/transfers.ts';
import { type Metrics, metricsRoute } from './platform/metrics/metrics.ts';
import { refuseWrites } from './platform/mode.ts';
import { openRecentErrors, type RecentErrors } from './platform/recent-errors.ts';
import { traceCalls } from './platform/tracing.ts';

/** A socket on which nothing moves is closed, such as that of a client that never reads its answer; ms. */
const IDLE_SOCKET_MS = 120_000;

/** Larger JSON bodies are refused; uploads have limits of their own. Bytes. */
const BODY_LIMIT = 256 * 1024;

export type AppConfig = Pick<Config, 'publicUrl' | 'trustProxy' | 'rateLimit' | 'logLevel'> & {
  /** The built web page; undefined serves the API alone, as most tests do. */
  site: BuiltSite | undefined;
  corsOrigins?: string[];
  /** See `Config.offline`; true by default. */
  offline?: boolean;
  /** Where the log goes instead of standard output; for tests. */
  logTo?: { write: (line: string) => void };
  /** Whether each call is logged. */
  accessLog?: boolean;
  /** What the server counts; undefined counts nothing. */
  metrics?: Metrics | undefined;
  /** Lets those who know it read the metrics at `/metrics`. */
  metricsToken?: string | undefined;
  /** Where members' messages go; undefined takes none. */
  supportEmail?: string | undefined;
  readiness?: Readiness;
  /** What failed lately, for admins. */
  faults?: RecentErrors;
  /** Whether and how backups are scheduled. */
  backups?: Config['backups'];
  dataDir?: string;
  /** What differs of the live board's own settings; for tests. */
  live?: Partial<LiveSettings>;
  /** How long a publish waits for its audio, ms; for tests. */
  audioWaitMs?: number;
  /** What differs of the limits of files that are being sent; for tests. */
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
    findSession: sessionFinder(c),
    recordAction: (actor_id, endpoint, input) => recordAction(c.db, actor_id, endpoint, input, c.clock()),
  });
  const guard = config.rateLimit ? accountGuard() : noGuard;
  accountRoutes(bind, c, guard, config.publicUrl);
  const recorder = () => c.band.now;
  const searches = readQueue(c.engine.longReadsAtOnce);
  trackRoutes(bind, c, recorder, searches);
  discoveryRoutes(bind, c, searches);
  chartRoutes(bind, c);
  peopleRoutes(bind, c);
  feedRoutes(bind, c);
  embedRoutes(bind, c);
  const claims = playClaims(c.visitorSecret, { isLimited: config.rateLimit });
  playRoutes(bind, c, claims);
  scrobblingRoutes(bind, c);
  libraryRoutes(bind, c);
  playlistRoutes(bind, c);
  creditRoutes(bind, c);
  const live = {
    ...liveSettings,
    ...(!config.rateLimit && { perAddress: Number.POSITIVE_INFINITY }),
    ...config.live,
  };
  applauseRoutes(server, bind, c, claims, live);
  songRequestRoutes(server, bind, c, live, searches);
  publishingRoutes(server, bind, c, config.audioWaitMs);
  studioRoutes(server, bind, c);
  notificationRoutes(server, bind, c, c.mail !== null && config.publicUrl !== undefined);
  followingRoutes(bind, c);
  supportRoutes(bind, c, config.supportEmail);
  paymentRoutes(server, bind, c);
  operationRoutes(bind, c, { faults, backups: config.backups, dataDir: config.dataDir });
  demoRoutes(server, bind, c.band, {
    ...streamSettings,
    ...(!config.rateLimit && { perAddress: Number.POSITIVE_INFINITY }),
  });
  const sendFile = mediaRoutes(server, c.media, {
    ...transferSettings,
    ...(!config.rateLimit && { perAddress: Number.POSITIVE_INFINITY }),
    ...config.transfers,
  });
  openSubsonicRoutes(server, c, { guard, claims, sendFile, searches, publicUrl: config.publicUrl });
  healthRoutes(server, c, config.readiness ?? { isStopping: false });
  if (config.metrics && config.metricsToken !== undefined)
    metricsRoute(server, config.metrics, config.metricsToken);
  genreArtRoute(server);
  previewRoutes(server, c);
  sitemapRoutes(server, c, config.publicUrl);
  openApiRoute(server);
  if (config.site?.embedModule)
    embedPages(server, c, {
      module: config.site.embedModule,
      publicUrl: config.publicUrl,
      mediaOrigin: c.media.origin,
    });
  if (config.site)
    await siteRoutes(server, {
      site: config.site,
      publicUrl: config.publicUrl,
      offline: config.offline ?? true,
      payments: c.payments !== null,
      mediaOrigin: c.media.origin,
      isReadOnly: () => c.isReadOnly(),
      headOf: (pathname) => playlistHead(c, pathname),
      pages: [
        explorePage(c, recorder),
        ...discoveryPages(c),
        ...chartPages(c),
        ...peoplePages(c),
        ...songRequestPages(c),
      ],
    });
  else refuseUnknownAddresses(server);
  return server;
}
