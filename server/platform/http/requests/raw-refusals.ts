import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, Problem } from 'contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import { hasPendingResponse } from '../connections/connection-limits.ts';
import { safeHeaderValues } from '../headers.ts';

/** Node's parser errors that deserve more than "not a valid request". */
const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers bytes that are not a valid request with the usual error response. */
export function refuseInvalidRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  refuseOnSocket(socket, CODES[error.code ?? ''] ?? 'bad_request');
}

/** Answers an `Expect` header that the server does not know. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  refuseOnSocket(response.socket!, 'bad_expectation');
}

/** Refuses requests without the Host header that HTTP/1.1 requires. */
export function requireHost(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw, headers }, reply, done) => {
    if (headers.host !== undefined || raw.httpVersion !== '1.1') {
      done();
      return;
    }
    reply.header('connection', 'close');
    done(new Problem('bad_request'));
  });
}

/** Answers on the socket itself, where there is no response to use, and closes it. */
export function refuseOnSocket(socket: Socket, code: ErrorCode): void {
  // Raw bytes would end up inside a response that is being sent.
  if (!socket.writable || hasPendingResponse(socket)) {
    socket.destroy();
    return;
  }
  const { status, message } = new Problem(code);
  const body = JSON.stringify({ message, code });
  const headers = Object.entries({
    ...safeHeaderValues,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  });
  const head = [
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A client that goes on sending must not keep the socket open.
  socket.setTimeout(1000, () => socket.destroy());
}

/**
 * `node:http`, not imported: `import` reads all of its exports, and the one named `WebSocket` loads Node's whole
 * `fetch`, which takes 14 MB and 10 ms.
 */
export const nodeHttp = process.getBuiltinModule('node:http');
