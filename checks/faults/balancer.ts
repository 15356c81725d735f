import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Interval of the readiness checks of each server, ms; a server waits longer than that before it drains. */
const LOOK_EVERY_MS = 200;

/**
 * A load balancer as simple as they come: it sends calls to the servers whose `/readyz` answers 200, in turn, keeps
 * connections open and repeats nothing. What fails behind it fails for the client.
 */
export async function startBalancer(origins: string[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const look = async (origin: string) => {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer();
    if (answer?.status === 200) ready.add(origin);
    else ready.delete(origin);
  };
  const timer = setInterval(() => origins.forEach(look), LOOK_EVERY_MS);
  await Promise.all(origins.map(look));
  let turn = 0;
  const server = createServer((from, to) => {
    const targets = [...ready];
    const origin = targets[turn++ % targets.length];
    if (!origin) return void to.writeHead(502).end('{}');
    const forward = request(
      origin + from.url,
      { method: from.method, headers: from.headers, agent },
      (answer) => {
        const { connection: _, ...headers } = answer.headers;
        to.writeHead(answer.statusCode!, headers);
        answer.pipe(to);
      },
    );
    forward.on('error', () => (to.headersSent ? to.destroy() : to.writeHead(502).end('{}')));
    from.pipe(forward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (origin: string) => ready.has(origin),
    stop: () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
