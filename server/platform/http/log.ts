import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * Logs JSON lines. Query strings, headers and bodies may contain personal data, so a request is logged by its method
 * and path only. The same goes for fields that drivers add to errors, such as the row in PostgreSQL's `detail`.
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
