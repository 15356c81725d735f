import type { FastifyInstance, FastifyReply } from 'fastify';
import { FILE_COST } from './requests/call-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The other origins whose pages may use the API. */
    corsOrigins?: ReadonlySet<string>;
  }
}

/** Headers of an answer that pages may read besides its body and the few that browsers always show. */
const EXPOSED = [
  'X-Next-Cursor',
  'X-Total-Count',
  'X-Request-Id',
  'Retry-After',
  'ETag',
  'Location',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
].join(', ');

/** Headers that pages may send. A token is a header like the others, so no cookies ("credentials") are needed. */
const ALLOWED =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Range, X-Request-Id';

/** Maximum age of these rules in browsers, seconds; none keeps them longer than two hours. */
const MAX_AGE = 7200;

/** Path where players report plays: also those in sandboxed frames, whose origin is `null`. */
const PLAYS = '/plays';

/** Lets pages of these origins use the API, with a bearer token. */
export function allowOrigins(server: FastifyInstance, origins: readonly string[] = []): void {
  if (origins.length > 0) server.decorate('corsOrigins', new Set(origins));
  server.options(origins.length > 0 ? '/*' : PLAYS, { config: { cost: FILE_COST } }, (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': ALLOWED,
        'access-control-max-age': MAX_AGE,
      })
      .send(),
  );
}

/** Lets the page that made a call read the answer, if its origin may. */
export function shareWithOrigin(reply: FastifyReply): void {
  const { corsOrigins } = reply.server;
  const { headers, url } = reply.request;
  const { origin } = headers;
  if (!corsOrigins && url !== PLAYS) return;
  varyBy(reply, 'origin');
  if (origin === undefined) return;
  if (!corsOrigins?.has(origin) && !(url === PLAYS && origin === 'null')) return;
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
}

/** Tells caches that the answer depends on this header of the call, too. */
export function varyBy(reply: FastifyReply, header: string): void {
  const before = String(reply.getHeader('vary') ?? '')
    .split(', ')
    .filter((one) => one !== '' && one !== header);
  reply.header('vary', [...before, header].join(', '));
}
