import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * JSON lines. A request is told by its method and path alone: a query string, a header or a body may hold
 * what is nobody's business. So may the fields that drivers add to their errors, such as the row that
 * PostgreSQL repeats in `detail`.
 */
export function logger(
  level: string,
  stream?: { write: (line: string) => void },
): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    ...(stream && { stream }),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] }),
      err: ({ name, message, stack, code }: Error & { code?: unknown }) => ({
        type: name,
        message,
        stack: stack ?? '',
        code,
      }),
    },
  };
}
