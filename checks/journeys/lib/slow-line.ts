import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A line to a server over which each byte takes a while, as from far away: half of the latency there, half back.
 * @param latency ms.
 */
export async function openSlowLine(to: string, latency: number) {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const carry = (from: Socket, into: Socket) => {
    sockets.add(from);
    const late = (act: () => void) => setTimeout(act, latency / 2);
    from.on('data', (bytes) => late(() => into.writable && into.write(bytes)));
    from.on('end', () => late(() => into.end()));
    from.on('error', () => into.destroy());
    from.on('close', () => {
      sockets.delete(from);
      late(() => into.destroy());
    });
  };
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    close: () => {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
