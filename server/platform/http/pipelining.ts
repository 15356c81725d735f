import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The most unanswered requests on one socket. Browsers wait for each response; Node would start all requests at once,
 * and one packet holds a thousand.
 */
const MAX_UNANSWERED = 8;

const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/** The responses on this socket that have not ended. */
export const pendingResponses = (socket: Socket): Iterable<ServerResponse> => unanswered.get(socket) ?? [];

/** Whether a fully received request on this socket still waits for its response, or for the end of it. */
export function hasPendingResponse(socket: Socket): boolean {
  return [...pendingResponses(socket)].some((response) => response.headersSent || response.req.complete);
}

/** Closes sockets that exceed `MAX_UNANSWERED`, before any request in excess is handled. */
export function limitPipelining(server: Server): void {
  server.on('connection', stopParsingExcess);
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

/** Node's parser calls this for each request; 2 makes it skip the rest of the bytes that it has. */
type OnIncoming = (request: IncomingMessage, keepAlive: boolean) => number;
const SKIP_THE_REST = 2;

/**
 * Stops the parser at the first request in excess. Node parses all bytes that it has read, even of a socket that was
 * destroyed meanwhile, and the thousands of requests in them would keep everybody waiting. This uses a part of Node
 * that is not documented; without it, parsing just takes longer.
 */
function stopParsingExcess(socket: Socket & { parser?: { onIncoming?: OnIncoming } }): void {
  const { parser } = socket;
  const handle = parser?.onIncoming;
  if (!parser || !handle) return;
  parser.onIncoming = (request, keepAlive) => {
    if (!socket.destroyed && (unanswered.get(socket)?.size ?? 0) < MAX_UNANSWERED)
      return handle(request, keepAlive);
    socket.destroy();
    return SKIP_THE_REST;
  };
}
