import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverPerTest } from '../../testing/hooks.ts';

const fs = vi.hoisted(() => ({ failsWith: undefined as string | undefined }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const openSync = (...args: Parameters<typeof real.openSync>) => {
    if (fs.failsWith) throw Object.assign(new Error('open failed'), { code: fs.failsWith });
    return real.openSync(...args);
  };
  return { ...real, openSync };
});

/** More than the system buffers for a client that does not read, bytes. */
const BYTES = 24 * 1024 * 1024;

const s = serverPerTest({ transfers: { perAddress: 2, total: 3, stalledMs: 400 }, trustProxy: 1 });
let port: number;
let media: string;
const sockets: net.Socket[] = [];
beforeEach(async () => {
  media = await s.c.media.put(Buffer.alloc(BYTES, 'sound'), 'mp3');
  await s.app.listen({ port: 0, host: '127.0.0.1' });
  port = (s.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Player {
  socket: net.Socket;
  /** The first data of the response. */
  head: string;
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    s.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** A player that reads the head of the response, and then nothing until it is resumed. */
async function player(from: string): Promise<Player> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  socket.write(`GET ${media} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`);
  const [chunk] = await once(socket, 'data');
  socket.pause();
  return { socket, head: chunk.toString('latin1') };
}

/** Resumes a player. @returns the bytes of the file or, if it is closed before, of the part that arrived. */
async function receive({ socket, head }: Player): Promise<number> {
  let bytes = head.length - head.indexOf('\r\n\r\n') - 4;
  await new Promise<void>((resolve) => {
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes === BYTES) resolve();
    });
    socket.resume();
  });
  return bytes;
}

it('closes the connection of a client that stops reading, and not of one that reads', async () => {
  const stalled = await player('203.0.113.1');
  const reading = await player('203.0.113.1');
  expect(await receive(reading)).toBe(BYTES);
  reading.socket.destroy();
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 });
  // What the system had buffered still arrives.
  expect(await receive(stalled)).toBeLessThan(BYTES);
});

it('sends a few files at a time to each address, and a bounded number in total', async () => {
  await player('203.0.113.1');
  await player('203.0.113.1');
  const third = await player('203.0.113.1');
  expect(third.head).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 5\r\n[\s\S]*"code":"too_many_requests"/);
  const elsewhere = await player('203.0.113.2');
  expect(elsewhere.head).toMatch(/^HTTP\/1\.1 200 /);
  expect((await player('203.0.113.3')).head).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"unavailable"/);
  elsewhere.socket.destroy();
  await vi.waitFor(async () => expect((await player('203.0.113.3')).head).toMatch(/^HTTP\/1\.1 200 /));
});

it.each(['EMFILE', 'ENFILE'])('answers 503 with Retry-After, not 404, on %s', async (code) => {
  fs.failsWith = code;
  const answer = await s.app.inject(media);
  fs.failsWith = undefined;
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect(answer.json().code).toBe('unavailable');
  expect((await s.app.inject({ url: media, method: 'HEAD' })).statusCode).toBe(200);
});
