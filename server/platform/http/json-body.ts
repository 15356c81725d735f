import type { FastifyInstance } from 'fastify';

/**
 * Reads bodies as JSON and nothing else: Fastify would hand plain text on, which then fails as a value.
 * Accepts an empty body with any Content-Type: clients that send `Content-Type: application/json` with every request
 * (§7) also send it with a DELETE without a body.
 */
export function allowEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}
