import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { pendingResponses } from './connection-limits.ts';
import { closing, type MoreListeners } from './listeners.ts';

/** Interval of the sweeps that close connections after their last response, ms. */
const SWEEP_MS = 50;
/**
 * A turn of the event loop that takes longer than this has done work, ms. On a busy machine each turn takes longer, and
 * on an overloaded one the length of a turn says nothing.
 */
const quietMs = (waited: number) => (waited < 1000 ? 1 + waited / 200 : Number.POSITIVE_INFINITY);
/** Maximum wait for a quiet turn, ms: under a flood of connections there is none. */
const MAX_WAIT_MS = 3000;

/**
 * Prepares a server for being stopped so that no call fails; call it before the server listens, after
 * `limitPipelining`, which knows the responses in flight.
 *
 * First it stops listening and keeps the connections, so that busy clients go on with those they have and open no new
 * ones. Then each response ends its connection, because a client may send its next request at the moment in which the
 * server closes an idle one. At last it closes those that stayed idle. The `close` events of the server and its further
 * sockets follow when the last response has ended.
 * @returns what stops it. `graceMs` is how long busy clients get to use up their connections; longer than a request
 * takes to arrive.
 */
export function drainable(
  server: Server,
  { servers: further, closed }: MoreListeners,
): (graceMs: number) => Promise<void> {
  const open = new Set<Socket>();
  // Node does not count connections as idle before their first request, and browsers open some in advance.
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    unused.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      unused.delete(socket);
    });
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  const closeIdle = () => {
    server.closeIdleConnections();
    for (const socket of unused) socket.destroy();
  };

  const ended = Promise.all([closing(server), closed]);

  return async (graceMs) => {
    await stopListening(server, further, open);
    for (const socket of open)
      for (const response of pendingResponses(socket)) response.shouldKeepAlive = false;
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    if (open.size > 0) await sleep(graceMs);
    await untilQuiet();
    closeIdle();
    const sweep = setInterval(closeIdle, SWEEP_MS);
    void ended.then(() => clearInterval(sweep));
  };
}

/**
 * Accepts the connections that wait, which would be reset, and then stops listening. The event loop accepts one of each
 * socket in a turn, so meanwhile no socket is read: in a turn that answers requests, new connections would arrive.
 */
async function stopListening(
  server: Server,
  further: readonly NetServer[],
  open: Set<Socket>,
): Promise<void> {
  for (const socket of open) socket.pause();
  let accepted = false;
  const hold = (socket: Socket) => {
    accepted = true;
    // After the server has begun to read.
    process.nextTick(() => socket.pause());
  };
  server.on('connection', hold);
  await untilQuiet(() => {
    const isQuiet = !accepted;
    accepted = false;
    return isQuiet;
  });
  // Unlike close() of an HTTP server, this leaves idle connections open.
  for (const one of [server, ...further]) NetServer.prototype.close.call(one);
  server.off('connection', hold);
  for (const socket of open) socket.resume();
}

/**
 * Resolves when nothing waits that the event loop has not read: what arrives while it works waits. The first of two
 * quiet turns may be the rest of the current one.
 */
async function untilQuiet(isQuiet = () => true): Promise<void> {
  const begun = performance.now();
  let turns = 0;
  for (let waited = 0; waited < MAX_WAIT_MS && turns < 2; waited = performance.now() - begun) {
    const startedAt = performance.now();
    await nextTurn();
    turns = isQuiet() && performance.now() - startedAt < quietMs(waited) ? turns + 1 : 0;
  }
}
