import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * JSON lines. A request is told by its method and path alone: a query string, a header or a body may hold
 * what is nobody's business.
 */
export function logger(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] }),
    },
  };
}
