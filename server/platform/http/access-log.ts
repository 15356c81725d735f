import type { FastifyInstance } from 'fastify';
import { observeCalls } from './observe-calls.ts';

/**
 * Logs a line for each call when its response has ended, whatever the level of the rest of the log. No addresses and
 * no query strings, which are personal data.
 */
export function logAccess(server: FastifyInstance): void {
  const log = server.log.child({}, { level: 'info' });
  observeCalls(server, {
    onEnd: ({ request, route, status, ms }) =>
      log.info({ reqId: request.id, req: request, route, status, ms: Math.round(ms * 10) / 10 }, 'call'),
  });
}
