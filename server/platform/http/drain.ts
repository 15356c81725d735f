import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** How often connections are closed whose last response has ended, ms. */
const SWEEP_MS = 50;
/** A turn of the event loop that takes longer than this has done work, ms. On a busy machine each turn takes longer. */
const quietMs = (waited: number) => 1 + waited / 50;
/** How long to wait for a turn in which nothing arrives, ms: under a flood there is none. */
const MAX_WAIT_MS = 1000;

/**
 * Prepares a server for being stopped so that no call fails; call it before the server listens.
 *
 * First it stops listening and keeps the connections, so that busy clients go on with those they have and open no new
 * ones. Then each response ends its connection, because a client may send its next request at the moment in which the
 * server closes an idle one. At last it closes those that stayed idle. Its `close` event follows when the last response
 * has ended.
 * @returns what stops it. `graceMs` is how long busy clients get to use up their connections; longer than a request
 * takes to arrive.
 */
export function drainable(server: Server): (graceMs: number) => Promise<void> {
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

  return async (graceMs) => {
    await stopListening(server, open);
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    if (open.size > 0) await sleep(graceMs);
    await untilQuiet();
    closeIdle();
    const sweep = setInterval(closeIdle, SWEEP_MS);
    server.once('close', () => clearInterval(sweep));
  };
}

/**
 * Accepts the connections that wait, which would be reset, and then stops listening. The event loop accepts one in each
 * turn, so meanwhile nothing is read: a turn that answers requests takes so long that new connections arrive in it.
 */
async function stopListening(server: Server, open: Set<Socket>): Promise<void> {
  for (const socket of open) socket.pause();
  let turnsWithout = 0;
  const hold = (socket: Socket) => {
    turnsWithout = 0;
    // After the server has begun to read.
    process.nextTick(() => socket.pause());
  };
  server.on('connection', hold);
  const begun = performance.now();
  // The first turn is the rest of the current one.
  while (turnsWithout < 2 && performance.now() - begun < MAX_WAIT_MS) {
    turnsWithout++;
    await nextTurn();
  }
  // Unlike close() of an HTTP server, this leaves idle connections open.
  NetServer.prototype.close.call(server);
  server.off('connection', hold);
  for (const socket of open) socket.resume();
}

/** Resolves when no request has arrived that the event loop has not read: what arrives while it works waits. */
async function untilQuiet(): Promise<void> {
  const begun = performance.now();
  for (let waited = 0; waited < MAX_WAIT_MS; waited = performance.now() - begun) {
    const startedAt = performance.now();
    await nextTurn();
    if (performance.now() - startedAt < quietMs(waited)) return;
  }
}
