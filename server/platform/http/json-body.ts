import type { FastifyInstance } from 'fastify';

/**
 * Takes an empty body as none, whatever its type says: clients that send `Content-Type: application/json`
 * with everything (§7) also send it with a DELETE that has nothing to say.
 */
export function allowEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
