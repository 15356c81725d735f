import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The most unanswered requests on one socket. Browsers wait for each response; Node would start all requests at once,
 * and one packet holds a thousand.
 */
const MAX_UNANSWERED = 8;

const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/** Whether a fully received request on this socket still waits for its response, or for the end of it. */
export function hasPendingResponse(socket: Socket): boolean {
  const pending = [...(unanswered.get(socket) ?? [])];
  return pending.some((response) => response.headersSent || response.req.complete);
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
