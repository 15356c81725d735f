import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitPipelining } from './connection-limits.ts';
import { drainable } from './drain.ts';
import { listenWith, type MoreListeners, moreListeners } from './listeners.ts';

let server: http.Server;
let listeners: MoreListeners;
let drain: (graceMs: number) => Promise<void>;
let answer: (response: http.ServerResponse) => void;
beforeEach(async () => {
  answer = (response) => response.end('answered');
  server = http.createServer((_request, response) => answer(response));
  limitPipelining(server);
  listeners = moreListeners(server);
  drain = drainable(server, listeners);
  server.keepAliveTimeout = 60_000;
  await listenWith(server, listeners, { port: 0, host: '127.0.0.1' }, (address) =>
    once(server.listen(address), 'listening'),
  );
});
afterEach(() => {
  server.closeAllConnections();
});

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

/** A connection on which one request was answered. */
async function idleSocket(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(REQUEST);
  const [head] = await once(socket, 'data');
  expect(String(head)).toContain('keep-alive');
  return socket;
}

it('answers a request that arrived but was not read yet, and closes the connection', async () => {
  const socket = await idleSocket();
  // It leaves this process at once, and the server can read it only in the next turn of the event loop.
  socket.write(REQUEST);
  const drained = drain(50);
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1.1 200 OK/);
  expect(response).toMatch(/connection: close/i);
  await drained;
});

it('refuses connections at once, and closes idle ones after the grace period', async () => {
  const idle = await idleSocket();
  const { port } = server.address() as AddressInfo;
  const drained = drain(50);
  await expect.poll(() => server.listening).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  expect(idle.readyState).toBe('open');
  expect(await text(idle)).toBe('');
  await drained;
});

it('answers the requests of connections that it had not accepted yet', async () => {
  const sockets = Array.from({ length: 20 }, () =>
    connect((server.address() as AddressInfo).port, '127.0.0.1'),
  );
  for (const socket of sockets) socket.write(REQUEST);
  const connected = Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const responses = Promise.all(sockets.map((socket) => text(socket)));
  await drain(50);
  await connected;
  for (const response of await responses) expect(response).toMatch(/^HTTP\/1.1 200 OK/);
});

it('lets busy clients keep their connections until it has stopped listening', async () => {
  const socket = await idleSocket();
  const heads: string[] = [];
  socket.on('data', (head) => {
    heads.push(String(head));
    socket.write(REQUEST);
  });
  socket.write(REQUEST);
  answer = (response) => response.setHeader('listening', String(server.listening)).end('answered');
  await drain(50);
  const closing = heads.filter((head) => /connection: close/i.test(head));
  expect(closing).toHaveLength(1);
  expect(closing[0]).toContain('listening: false');
  expect(heads.at(-1)).toBe(closing[0]);
});

it('closes the connection of a response that took longer than the grace period', async () => {
  const responses: http.ServerResponse[] = [];
  const socket = await idleSocket();
  answer = (response) => void responses.push(response);
  socket.write(REQUEST);
  await expect.poll(() => responses.length).toBe(1);
  const closed = Promise.all([once(server, 'close'), listeners.closed]);
  await drain(1);
  responses[0]!.end('at last');
  const response = await text(socket);
  expect(response).toContain('at last');
  expect(response).toMatch(/connection: close/i);
  await closed;
});

it('closes connections that were never used', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(server, 'connection');
  const closed = Promise.all([once(server, 'close'), listeners.closed]);
  await drain(10);
  expect(await text(socket)).toBe('');
  await closed;
});
