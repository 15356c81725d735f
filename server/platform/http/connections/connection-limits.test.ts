import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { limitPipelining, limitSockets } from './connection-limits.ts';

it('refuses connections beyond the limit of their address, until others close', async () => {
  const server = http.createServer((_request, response) => response.end('served'));
  limitSockets(server, 2);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connect = (localAddress: string) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  const isServed = (socket: net.Socket) =>
    new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
    });

  const [first, second, third] = [1, 2, 3].map(() => connect('127.0.0.1'));
  expect(await Promise.all([isServed(first!), isServed(second!), isServed(third!)])).toEqual([
    true,
    true,
    false,
  ]);
  const elsewhere = connect('127.0.0.2');
  expect(await isServed(elsewhere)).toBe(true);
  first!.destroy();
  const again: net.Socket[] = [];
  await vi.waitFor(async () => {
    again.push(connect('127.0.0.1'));
    expect(await isServed(again.at(-1)!)).toBe(true);
  });
  for (const socket of [second!, elsewhere, ...again]) socket.destroy();
  server.close();
});

it('handles no more than eight of the requests in one packet, and closes the connection', async () => {
  let handled = 0;
  const server = http.createServer(() => handled++);
  limitPipelining(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
  await once(socket, 'close');
  server.close();
  expect(handled).toBe(8);
});
