import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { countUnread } from './call-limit.ts';

it('counts what a client has not read, until it has read it or is gone', async () => {
  const server = Fastify();
  const unread = countUnread(server);
  // More than the system buffers.
  const large = 'x'.repeat(24 * 1024 * 1024);
  server.get('/large', () => large);
  server.get('/small', () => 'x');
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 3; i++) {
    expect((await (await fetch(`${url}/large`)).text()).length).toBe(large.length);
    await (await fetch(`${url}/small`)).text();
  }
  await vi.waitFor(() => expect(unread.total()).toBe(0));

  const socket = net.connect(port, '127.0.0.1');
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  expect(unread.of('127.0.0.1')).toBe(large.length);
  socket.destroy();
  await vi.waitFor(() => expect(unread.total()).toBe(0));
  await server.close();
});
