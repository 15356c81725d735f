import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseOnSocket } from './raw-refusals.ts';

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

/** Timeout of a body, ms. */
const BODY_MS = 300_000;

/** Timeout of an upload, ms: enough for 200 MB at 100 kbit/s. `receiveFile` aborts stalled ones. */
export const UPLOAD_MS = 6 * 3_600_000;

/**
 * Closes connections whose request body takes too long, against clients that tie up connections by sending slowly.
 * Node's `requestTimeout` cannot do this: it applies to all routes, and uploads need hours.
 */
export function cutSlowBodies(server: FastifyInstance, ms = BODY_MS): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request;
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (hasBody && !routeOptions?.config?.isUpload) {
      const timer = setTimeout(() => {
        // `raw.complete` says nothing about a call that was injected and has no connection.
        if (!raw.complete && raw.socket instanceof Socket) refuseOnSocket(raw.socket, 'request_timeout');
      }, ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Limits on reading and discarding a refused body before the answer: bytes, ms in total, and ms without data. */
interface Discarding {
  bytes: number;
  ms: number;
  idleMs: number;
}

const DISCARDING: Discarding = { bytes: 32 * 1024 ** 2, ms: 30_000, idleMs: 2000 };

/**
 * Reads the rest of a body before its call is refused. A client that is still sending does not read yet, and closing the
 * connection with data unread would reset it: the client would never see the answer. After a longer body, the
 * connection is closed.
 */
export function discardRefusedBodies(server: FastifyInstance, limits = DISCARDING): void {
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    if (reply.statusCode < 400 || !isArriving(raw)) return payload;
    // Who expects to be told to go on has sent nothing.
    if (raw.headers.expect === undefined) await discard(raw, limits);
    if (!raw.complete) reply.header('connection', 'close');
    return payload;
  });
}

/** Calls that were injected have no connection. */
const isArriving = (raw: IncomingMessage) =>
  !raw.complete &&
  raw.socket instanceof Socket &&
  !raw.socket.destroyed &&
  ('content-length' in raw.headers || 'transfer-encoding' in raw.headers);

/** Resolves when the body has ended or a limit is reached. */
function discard(raw: IncomingMessage, { bytes, ms, idleMs }: Discarding): Promise<void> {
  return new Promise((resolve) => {
    let left = bytes;
    const end = () => {
      clearTimeout(late);
      clearTimeout(idle);
      raw.off('data', onData).off('end', end).off('close', end);
      resolve();
    };
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end();
      else idle.refresh();
    };
    const late = setTimeout(end, ms);
    const idle = setTimeout(end, idleMs);
    raw.on('data', onData).once('end', end).once('close', end).resume();
  });
}
