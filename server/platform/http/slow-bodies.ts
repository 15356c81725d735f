import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseOnSocket } from './raw-refusals.ts';

/** How long a body may take to arrive, ms. */
const BODY_MS = 300_000;

/** How long an upload may take, ms: enough for 200 MB at 100 kbit/s. `receiveFile` aborts stalled ones. */
export const UPLOAD_MS = 6 * 3_600_000;

/**
 * Closes connections whose request body takes too long, against clients that tie up connections by sending slowly.
 * Node's `requestTimeout` cannot do this: it applies to all routes, and uploads need hours.
 */
export function cutSlowBodies(server: FastifyInstance, ms = BODY_MS): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request;
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (hasBody && !routeOptions?.config?.hasErrorField) {
      const timer = setTimeout(() => {
        // `raw.complete` says nothing about a call that was injected and has no connection.
        if (!raw.complete && raw.socket instanceof Socket) refuseOnSocket(raw.socket, 'request_timeout');
      }, ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
