import type { FastifyInstance } from 'fastify';
import { refuseOnSocket } from './raw-refusals.ts';

/** How long a body may take to arrive, ms. */
const BODY_MS = 300_000;

/** How long an upload may take in all: 200 MB at 100 kbit/s, and some more; ms. `receiveFile` cuts what stalls. */
export const UPLOAD_MS = 6 * 3_600_000;

/**
 * Cuts callers off whose body does not arrive in time, so that nobody holds connections by sending next to
 * nothing. Node's own limit is one for the whole server, and uploads need hours.
 */
export function cutSlowBodies(server: FastifyInstance, ms = BODY_MS): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request;
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (hasBody && !routeOptions?.config?.hasErrorField) {
      const late = setTimeout(() => {
        if (!raw.complete) refuseOnSocket(raw.socket, 'request_timeout');
      }, ms);
      raw.once('close', () => clearTimeout(late));
    }
    done();
  });
}
