import type { FastifyInstance, FastifyReply } from 'fastify';
import { etagOf, namesEtag } from '../compress.ts';
import { varyBy } from '../cors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    isCacheable?: boolean;
  }
}

/**
 * Time for which a cache in front of the server may give the same to all visitors, and extra time while it fetches the
 * next one, seconds. Browsers ask each time.
 */
const PUBLIC_CACHE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';

/**
 * Lets caches in front of the server (nginx, Varnish, a CDN) keep what visitors see of the public catalogue: the
 * answers of endpoints that are declared `cacheable`, and rendered pages. What a session asks for is never kept.
 * Must come before the hook that compresses.
 */
export function cachePublicly(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const isCacheable = request.routeOptions.config.isCacheable && reply.statusCode === 200;
    if (!isCacheable || typeof payload !== 'string' || reply.hasHeader('cache-control')) {
      done(null, payload);
      return;
    }
    const etag = etagOf(payload);
    tagPublic(reply, etag);
    if (!namesEtag(request.headers['if-none-match'], etag)) done(null, payload);
    else {
      reply.code(304).removeHeader('content-length');
      done(null, null);
    }
  });
}

/** Adds the headers of a text that caches may keep. Its ETag is sent as a weak one: each encoding has the same. */
export function tagPublic(reply: FastifyReply, etag: string): void {
  reply.headers({ 'cache-control': PUBLIC_CACHE, etag: `W/${etag}` });
  varyBy(reply, 'authorization');
}
