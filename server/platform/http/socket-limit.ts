import type { Server } from 'node:http';
import { keyedCount } from './keyed-count.ts';
import { ipBucket } from './visitor.ts';

/** A browser opens six, which stay open for a minute: enough for 150 people behind one address. */
const MAX_SOCKETS = 1000;

/** Refuses further connections from an address that has too many. Behind a proxy, all connections are the proxy's. */
export function limitSockets(server: Server, max = MAX_SOCKETS): void {
  const open = keyedCount();
  server.on('connection', (socket) => {
    const address = ipBucket(socket.remoteAddress ?? '');
    if (open.of(address) >= max) {
      socket.destroy();
      return;
    }
    open.add(address, 1);
    socket.once('close', () => open.add(address, -1));
  });
}
