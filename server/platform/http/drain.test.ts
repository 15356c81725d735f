import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drainable } from './drain.ts';

let server: http.Server;
let drain: (graceMs: number) => Promise<void>;
let answer: (response: http.ServerResponse) => void;
beforeEach(async () => {
  answer = (response) => response.end('answered');
  server = http.createServer((_request, response) => answer(response));
  drain = drainable(server);
  server.listen(0, '127.0.0.1');
  server.keepAliveTimeout = 60_000;
  await once(server, 'listening');
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

it('accepts connections for the grace period only, and closes idle ones after it', async () => {
  const idle = await idleSocket();
  const drained = drain(50);
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`);
  expect([await response.text(), response.headers.get('connection')]).toEqual(['answered', 'close']);
  expect(await text(idle)).toBe('');
  await drained;
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

it('closes the connection of a response that took longer than the grace period', async () => {
  const responses: http.ServerResponse[] = [];
  const socket = await idleSocket();
  answer = (response) => void responses.push(response);
  socket.write(REQUEST);
  await expect.poll(() => responses.length).toBe(1);
  await drain(1);
  const closed = once(server, 'close');
  responses[0]!.end('at last');
  expect(await text(socket)).toContain('at last');
  await closed;
});

it('closes connections that were never used', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(server, 'connection');
  const closed = once(server, 'close');
  await drain(10);
  expect(await text(socket)).toBe('');
  await closed;
});
