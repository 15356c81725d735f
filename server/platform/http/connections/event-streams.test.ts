import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { type Reader, readEvents } from '../../../testing/events.ts';
import { handleErrors } from '../errors.ts';
import { type EventStreams, eventStreams, type StreamSettings } from './event-streams.ts';

let server: FastifyInstance;
let streams: EventStreams;
let readers: Reader[] = [];
afterEach(async () => {
  for (const reader of readers) reader.stop();
  readers = [];
  streams.close();
  await server.close();
});

const settings = { perAddress: 10, total: 10, heartbeatMs: 3_600_000, bufferBytes: 1_000_000 };

/** A server whose only endpoint is a stream. */
async function serve(changed: Partial<StreamSettings> = {}): Promise<string> {
  streams = eventStreams({ ...settings, ...changed });
  server = Fastify({ trustProxy: true, forceCloseConnections: 'idle' });
  handleErrors(server);
  server.get('/events', { exposeHeadRoute: false }, (request, reply) => {
    streams.open(request, reply, 'id: 1\n\n');
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/events`;
}
async function read(url: string, headers?: Record<string, string>): Promise<Reader> {
  const reader = await readEvents(url, headers);
  readers.push(reader);
  return reader;
}
/** Polls a condition; the test's timeout ends a condition that never holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}
const event = (data: string) => `data: ${JSON.stringify(data)}\n\n`;

describe('a stream of events', () => {
  it('starts with the given text, then carries what is sent to all', async () => {
    const url = await serve();
    const [one, two] = [await read(url), await read(url)];
    streams.send(event('first'));
    streams.send(event('second'));
    for (const reader of [one, two]) {
      expect([(await reader.next()).data, (await reader.next()).data]).toEqual(['first', 'second']);
      expect(reader.text()).toMatch(/^retry: [2-6]\d{3}\nid: 1\n\ndata/);
    }
  });

  it('is neither cached, buffered nor compressed', async () => {
    const { status, headers } = await read(await serve(), { 'accept-encoding': 'gzip, br' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('sends heartbeats, which are not events', async () => {
    const reader = await read(await serve({ heartbeatMs: 1 }));
    await until(() => reader.text().endsWith('\n\n:\n\n:\n\n'));
    streams.send(event('news'));
    expect((await reader.next()).data).toBe('news');
  });

  it('is closed when the reader disconnects', async () => {
    const url = await serve();
    const reader = await read(url);
    await read(url);
    expect(streams.size()).toBe(2);
    reader.stop();
    await until(() => streams.size() === 1);
  });
});

describe('too many streams', () => {
  it('from one address are refused until one of them ends', async () => {
    const url = await serve({ perAddress: 2 });
    const from = (address: string) => read(url, { 'x-forwarded-for': address });
    const first = await from('1.2.3.4');
    await from('1.2.3.4');
    const refused = await from('1.2.3.4');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    await refused.ended;
    expect(JSON.parse(refused.text())).toMatchObject({ code: 'too_many_streams' });
    expect((await from('1.2.3.5')).status).toBe(200);
    // All addresses of a /64 network share one limit.
    const six = await Promise.all([1, 2, 3].map((i) => from(`2001:db8::${i}`)));
    expect(six.filter(({ status }) => status === 429)).toHaveLength(1);
    first.stop();
    await until(() => streams.size() === 4);
    expect((await from('1.2.3.4')).status).toBe(200);
  });

  it('in total are refused with another error', async () => {
    const url = await serve({ total: 2 });
    await read(url);
    await read(url);
    const refused = await read(url);
    expect(refused.status).toBe(503);
    await refused.ended;
    expect(JSON.parse(refused.text())).toMatchObject({ code: 'streams_full' });
  });
});

it('a reader that does not read is disconnected; the others continue', async () => {
  const url = await serve();
  const quick = await read(url);
  const { port, hostname } = new URL(url);
  const slow = connect(Number(port), hostname);
  slow.on('error', () => {});
  slow.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n');
  slow.pause();
  await until(() => streams.size() === 2);
  // The operating system buffers some megabytes before anything waits here.
  const large = event('x'.repeat(500_000));
  let sent = 0;
  for (; streams.size() === 2 && sent < 1000; sent++) {
    streams.send(large);
    await quick.next();
  }
  expect(sent).toBeLessThan(1000);
  streams.send(event('still here'));
  expect((await quick.next()).data).toBe('still here');
  slow.destroy();
});

it('closing ends every stream at once and refuses new ones', async () => {
  const url = await serve();
  const reader = await read(url);
  const { port, hostname } = new URL(url);
  const stuck = connect(Number(port), hostname);
  stuck.on('error', () => {});
  stuck.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n');
  stuck.pause();
  await until(() => streams.size() === 2);
  for (let i = 0; i < 20; i++) streams.send(event('x'.repeat(500_000)));
  streams.close();
  await reader.ended;
  expect((await read(url)).status).toBe(503);
  // This would never resolve if the stuck stream were not destroyed.
  await server.close();
  expect(streams.size()).toBe(0);
  stuck.destroy();
});
