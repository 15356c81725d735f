import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ipBucket } from '../requests/caller.ts';
import { keyedCount } from '../requests/rate-limit.ts';

/** A browser opens six, which stay open for a minute: enough for 150 people behind one address. */
const MAX_SOCKETS = 1000;

/** Refuses further connections from an address that has too many. Behind a proxy, all connections are the proxy's. */
export function limitSockets(server: Server, max = MAX_SOCKETS): void {
  const open = keyedCount();
  server.on('connection', (socket) => {
    const ip = ipBucket(socket.remoteAddress ?? '');
    if (open.of(ip) >= max) {
      socket.destroy();
      return;
    }
    open.add(ip, 1);
    socket.once('close', () => open.add(ip, -1));
  });
}

/**
 * The most unanswered requests on one socket. Browsers wait for each response; Node would start all requests at once,
 * and one packet holds a thousand.
 */
const MAX_UNANSWERED = 8;

const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/** The responses on this socket that have not ended. */
export const pendingResponses = (socket: Socket): Iterable<ServerResponse> => unanswered.get(socket) ?? [];

/** Tells whether a fully received request on this socket still waits for its response, or for the end of it. */
export function hasPendingResponse(socket: Socket): boolean {
  return [...pendingResponses(socket)].some((response) => response.headersSent || response.req.complete);
}

/** Closes sockets that exceed `MAX_UNANSWERED`, before any request in excess is handled. */
export function limitPipelining(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const pending = unanswered.get(socket) ?? new Set();
    unanswered.set(socket, pending);
    if (pending.size >= MAX_UNANSWERED) {
      socket.destroy();
      return;
    }
    pending.add(response);
    response.once('close', () => pending.delete(response));
    for (const handle of handlers) handle(request, response);
  });
}
