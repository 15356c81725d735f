import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';

/**
 * Node accepts one connection of a socket in each turn of its event loop (libuv pull request 3696). With one socket
 * alone, a flood whose turns take milliseconds made hundreds of connections wait, and beyond 511 of them Linux dropped
 * new ones, which clients repeat after a second. Only Linux shares one port among sockets as we need it.
 */
const SOCKETS = process.platform === 'linux' ? 8 : 1;

/** The sockets of a server besides its own. Each hands its connections to that server. */
export interface MoreListeners {
  servers: readonly NetServer[];
  /** Resolves when all of them have closed and their connections have ended. */
  closed: Promise<unknown>;
}

/** Creates the further sockets of a server, which do not listen yet. */
export function moreListeners(server: Server): MoreListeners {
  const servers = Array.from({ length: SOCKETS - 1 }, () =>
    // Like the server's own: HTTP reads on when a client has ended its side.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  return { servers, closed: Promise.all(servers.map(closing)) };
}

/** Resolves when the server has closed and its connections have ended; never rejects. */
export const closing = (server: NetServer) => new Promise<void>((resolve) => server.once('close', resolve));

/**
 * Listens on one port with a server and its further sockets.
 * @param listen makes the server itself listen.
 * @throws the error of `listen()` in Node, for instance `EADDRINUSE`.
 */
export async function listenWith(
  server: Server,
  { servers }: MoreListeners,
  { port, host }: { port: number; host: string },
  listen: (address: { port: number; host: string; reusePort: boolean }) => Promise<unknown>,
): Promise<void> {
  const reusePort = servers.length > 0;
  if (reusePort && port !== 0) await refuseTakenPort(port, host);
  await listen({ port, host, reusePort });
  const { port: opened } = server.address() as AddressInfo;
  for (const one of servers) await once(one.listen({ port: opened, host, reusePort }), 'listening');
}

/** Sockets that share a port would also share it with another process. */
async function refuseTakenPort(port: number, host: string): Promise<void> {
  const alone = createServer();
  await once(alone.listen(port, host), 'listening');
  await once(alone.close(), 'close');
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Tells whether only this machine can reach a server on this host. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);
