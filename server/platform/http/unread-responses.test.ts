import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { handleErrors } from './errors.ts';
import { countUnread, limitCalls } from './requests/call-limit.ts';

it('counts what a client has not read, and refuses its calls, until it has read it or is gone', async () => {
  const server = Fastify({ trustProxy: true });
  handleErrors(server);
  const unread = countUnread(server);
  limitCalls(server, () => 0, unread);
  const large = 'x'.repeat(24 * 1024 * 1024);
  // More than the system buffers, and more than may be left unread.
  server.get('/large', () => large);
  server.get('/some', () => Buffer.from(large.slice(0, 12 * 1024 * 1024)));
  server.get('/small', () => 'x');
  server.get('/nothing', (_request, reply) => reply.code(204).send());
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 3; i++) {
    expect((await (await fetch(`${url}/large`)).text()).length).toBe(large.length);
    await (await fetch(`${url}/small`)).text();
    expect((await fetch(`${url}/nothing`)).status).toBe(204);
  }
  await expect.poll(unread.total).toBe(0);

  const leaveUnread = async (route: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`GET ${route} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'data');
    return socket.pause();
  };
  const statusOf = async (from: string) =>
    (await fetch(`${url}/small`, { headers: { 'x-forwarded-for': from } })).status;
  const some = await leaveUnread('/some');
  expect(await statusOf('127.0.0.1')).toBe(200);
  const socket = await leaveUnread('/large');
  expect(unread.of('127.0.0.1')).toBeGreaterThanOrEqual(large.length);
  expect([await statusOf('127.0.0.1'), await statusOf('127.0.0.2')]).toEqual([429, 200]);
  for (const one of [some, socket]) one.destroy();
  await expect.poll(unread.total).toBe(0);
  expect(await statusOf('127.0.0.1')).toBe(200);
  await server.close();
});
