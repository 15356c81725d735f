import type { FastifyInstance } from 'fastify';

/**
 * Accepts an empty body with any Content-Type: clients that send `Content-Type: application/json` with every request
 * (§7) also send it with a DELETE without a body.
 */
export function allowEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
