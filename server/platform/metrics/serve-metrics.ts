import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { Problem } from 'contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` beside everything else, to those who know the token. */
export function metricsRoute(server: FastifyInstance, metrics: Metrics, token: string): void {
  server.get('/metrics', async (request, reply) => {
    if (!knowsToken(request.headers.authorization, token)) throw new Problem('unauthorized');
    const { text, type } = await metrics.read();
    return reply.header('cache-control', 'no-store').type(type).send(text);
  });
}

/** Serves `/metrics` on a port of its own. @param token is asked for if there is one. */
export async function metricsServer(metrics: Metrics, token: string | undefined): Promise<Server> {
  // An ES import of node:http also loads undici, which would add 60 ms to every start.
  const { createServer } = await import('node:http');
  return createServer(async (request, response) => {
    const answer = (status: number, text: string, type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return answer(404, 'Not found\n');
    if (token !== undefined && !knowsToken(request.headers.authorization, token))
      return answer(401, 'This needs the token.\n');
    try {
      const { text, type } = await metrics.read();
      answer(200, text, type);
    } catch {
      answer(500, 'The metrics cannot be read.\n');
    }
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

function knowsToken(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
