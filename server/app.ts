import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { recordingRoute } from './demo/routes.ts';
import { binder } from './http/bind.ts';
import { compressTexts } from './http/compress.ts';
import { frameworkErrors, handleErrors } from './http/errors.ts';
import { safeHeaders } from './http/headers.ts';
import { logger } from './http/log.ts';
import { openApiRoute } from './http/openapi.ts';
import { siteRoutes } from './http/site.ts';
import { mediaRoutes } from './media/routes.ts';
import { playRoutes } from './plays/routes.ts';
import { trackRoutes } from './tracks/routes.ts';

/** Larger JSON bodies are refused; uploads have limits of their own. Bytes. */
const BODY_LIMIT = 256 * 1024;

export type AppConfig = Pick<Config, 'publicUrl' | 'trustProxy' | 'logLevel'> & {
  /** The built web page; undefined serves the API alone, as most tests do. */
  webDir: string | undefined;
};

/** The whole server over a context, ready to listen or to be called by `inject`. A table of contents. */
export async function buildApp(c: Context, config: AppConfig): Promise<FastifyInstance> {
  const server = Fastify({
    logger: logger(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    // By hop count: trusting every proxy would let anyone forge an address.
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 300_000,
    connectionTimeout: 0,
    frameworkErrors,
    http: { headersTimeout: 3000 },
    forceCloseConnections: 'idle',
  });
  handleErrors(server);
  safeHeaders(server);
  compressTexts(server);

  const bind = binder(server, config.publicUrl);
  trackRoutes(bind, c);
  playRoutes(bind, c);
  mediaRoutes(server, c.media);
  recordingRoute(server, c.band);
  openApiRoute(server);
  if (config.webDir) await siteRoutes(server, c, config.webDir, config.publicUrl);
  return server;
}
