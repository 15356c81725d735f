import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { listenWith, type MoreListeners, moreListeners } from './listeners.ts';

const open: [http.Server, MoreListeners][] = [];
afterEach(() => {
  for (const [server, { servers }] of open.splice(0)) {
    server.close();
    server.closeAllConnections();
    for (const one of servers) one.close();
  }
});

async function listening(port = 0): Promise<{ server: http.Server; port: number }> {
  const server = http.createServer((_request, response) => response.end('answered'));
  const listeners = moreListeners(server);
  await listenWith(server, listeners, { port, host: '127.0.0.1' }, (address) =>
    once(server.listen(address), 'listening'),
  );
  open.push([server, listeners]);
  return { server, port: (server.address() as AddressInfo).port };
}

/** Connects from another thread, and sets the flag when all clients are connected. */
const CLIENTS = `
  const { workerData: { port, count, flag } } = require('node:worker_threads');
  let connected = 0;
  for (let i = 0; i < count; i++)
    require('node:net').connect(port, '127.0.0.1', () => {
      if (++connected === count) { Atomics.store(flag, 0, 1); Atomics.notify(flag, 0); }
    }).on('error', () => {});
`;

it.runIf(process.platform === 'linux')(
  'accepts several connections in a turn of the event loop',
  async () => {
    const { server, port } = await listening();
    const count = 64;
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(CLIENTS, { eval: true, workerData: { port, count, flag } });
    await once(worker, 'online');
    let accepted = 0;
    server.on('connection', () => accepted++);
    // Nothing is accepted meanwhile: all of them wait.
    expect(Atomics.wait(flag, 0, 0, 30_000)).not.toBe('timed-out');
    let turns = 0;
    for (; accepted < count; turns++) await nextTurn();
    await worker.terminate();
    expect(turns).toBeLessThan(count / 2);
  },
);

it('answers on each of its sockets', async () => {
  const { port } = await listening();
  const calls = Array.from({ length: 40 }, () => fetch(`http://127.0.0.1:${port}`));
  for (const response of await Promise.all(calls)) expect(await response.text()).toBe('answered');
});

it('does not share a port with another server', async () => {
  const { port } = await listening();
  await expect(listening(port)).rejects.toMatchObject({ code: 'EADDRINUSE', syscall: 'listen', port });
});
