import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** How often connections are closed whose last response has ended, ms. */
const SWEEP_MS = 50;
/** A turn of the event loop that takes longer than this has done work, ms. On a busy machine each turn takes longer. */
const quietMs = (waited: number) => 1 + waited / 50;
/** How long to wait for a quiet turn, ms: under a flood there is none. */
const MAX_WAIT_MS = 1000;

/**
 * Prepares a server for being stopped so that no call fails; call it before the server listens.
 *
 * A client may send its next request at the moment in which the server closes
 * the connection, so for a while the server goes on as before but ends connections with each response. Then it stops
 * listening, so that busy clients use up the connections they have, and closes those that stay idle. Its `close` event
 * follows when the last response has ended.
 * @returns what stops it. `graceMs` is how long each of the two takes; longer than a request takes to arrive.
 */
export function drainable(server: Server): (graceMs: number) => Promise<void> {
  // Node does not count connections as idle before their first request, and browsers open some in advance.
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  const closeIdle = () => {
    server.closeIdleConnections();
    for (const socket of unused) socket.destroy();
  };

  return async (graceMs) => {
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    const isConnected = await hasConnections(server);
    if (isConnected) await sleep(graceMs);
    await untilQuiet(server);
    // Unlike close() of an HTTP server, this leaves idle connections open.
    NetServer.prototype.close.call(server);
    if (isConnected) await sleep(graceMs);
    await untilQuiet(server);
    closeIdle();
    const sweep = setInterval(closeIdle, SWEEP_MS);
    server.once('close', () => clearInterval(sweep));
  };
}

/**
 * Resolves when nothing has arrived that the event loop has not read: what has not is reset when the server closes.
 * In each turn the loop accepts one connection at most, and what arrives while it works waits for the next turn.
 */
async function untilQuiet(server: Server): Promise<void> {
  let accepted = false;
  const onConnection = () => {
    accepted = true;
  };
  server.on('connection', onConnection);
  const begun = performance.now();
  for (let waited = 0; waited < MAX_WAIT_MS; waited = performance.now() - begun) {
    accepted = false;
    const startedAt = performance.now();
    await nextTurn();
    if (!accepted && performance.now() - startedAt < quietMs(waited)) break;
  }
  server.off('connection', onConnection);
}

const hasConnections = (server: Server) =>
  new Promise<boolean>((resolve) => {
    server.getConnections((_error, count) => resolve(count > 0));
  });
