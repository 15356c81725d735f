import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The first byte of a client's last message. */
const TERMINATE = 'X'.charCodeAt(0);
/** ReadyForQuery outside of a transaction. */
const IDLE = Buffer.from('Z\0\0\0\x05I');

/** Stands in for a pooler in transaction mode: all clients take turns on one session of the server. */
export async function startPooler(url: string): Promise<{ url: string; stop: () => void }> {
  const { hostname, port } = new URL(url);
  const session = connect(Number(port), hostname);
  await once(session, 'connect');
  let greeting: Buffer | undefined;
  let current: Socket | undefined;
  let waiting: { client: Socket; data: Buffer }[] = [];

  const send = (client: Socket, data: Buffer): void => {
    if (current && current !== client) {
      waiting.push({ client, data });
      return;
    }
    current = client;
    session.write(data);
  };
  session.on('data', (data) => {
    current?.write(data);
    if (!data.subarray(-IDLE.length).equals(IDLE)) return;
    greeting ??= data;
    current = undefined;
    const turns = waiting;
    waiting = [];
    for (const { client, data: queued } of turns) send(client, queued);
  });

  const pooler = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (startup) => {
      if (greeting) client.write(greeting);
      else send(client, startup);
      client.on('data', (data) => {
        if (data[0] === TERMINATE) client.end();
        else send(client, data);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');

  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return {
    url: pooled.href,
    stop: () => {
      session.destroy();
      pooler.close();
    },
  };
}
