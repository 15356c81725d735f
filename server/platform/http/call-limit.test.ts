import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import type { Broker, Listener } from '../events.ts';
import { limitCalls } from './call-limit.ts';
import { handleErrors } from './errors.ts';
import { keyedCount } from './rate-limit.ts';

let s: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-web-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!-- content --><!-- data -->');
  await writeFile(path.join(folder, 'assets/main.js'), 'main();');
  const renderModule = path.join(folder, 'picture.mjs');
  await writeFile(
    renderModule,
    "export const renderPage = async () => ({ html: 'picture', styles: '', queryKey: [] });",
  );
  s = await testServer({ rateLimit: true, trustProxy: 1, site: { folder, renderModule } });
});
afterAll(async () => {
  await s.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, from: string) =>
  s.app.inject({ url, headers: { 'x-forwarded-for': from, host: 'localhost' } });

/** How many calls an address may make at once. */
async function allowed(url: string, from: string): Promise<number> {
  for (let calls = 0; ; calls++) {
    if ((await get(url, from)).statusCode === 429) return calls;
  }
}

const anyPlaylist = `/playlist/${randomUUID()}/tracks`;

it('counts every kind of address, and refuses it with the usual error and Retry-After', async () => {
  expect(await allowed(anyPlaylist, '203.0.113.1')).toBe(60);
  // What is left does not pay for the cheapest call.
  for (const url of [
    '/',
    '/leaderboard',
    '/nowhere',
    '/assets/main.js',
    '/openapi.json',
    '/media/x.mp3',
    '/track',
  ]) {
    const refused = await get(url, '203.0.113.1');
    expect([url, refused.statusCode]).toEqual([url, 429]);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests', retry_after: 1 });
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await get(url, '203.0.113.2')).statusCode).not.toBe(429);
  }
  s.time.now += 1000;
  expect((await get('/', '203.0.113.1')).statusCode).toBe(200);
});

it('takes more for what is expensive, and little for files and pages without queries', async () => {
  expect(await allowed('/track?limit=200', '203.0.114.1')).toBe(150);
  expect(await allowed('/track?limit=50&q=love', '203.0.114.2')).toBe(60);
  expect(await allowed('/requests/board?page=99999', '203.0.114.3')).toBe(28);
  for (let i = 0; i < 690; i++) expect((await get('/assets/main.js', '203.0.114.4')).statusCode).toBe(200);
  expect(await allowed(anyPlaylist, '203.0.114.4')).toBe(53);
});

it.each([
  '/track?limit=-1000000',
  '/track?limit=x',
  '/requests/board?page=-1e9',
  '/requests/board?page=1&page=2',
])('%s cannot make a call free', async (url) => {
  expect(await allowed(url, `203.0.115.${url.length}`)).toBe(600);
});

it('counts calls of one IPv6 network together', async () => {
  expect(await allowed(anyPlaylist, '2001:db8:1:2::1')).toBe(60);
  expect((await get('/', '2001:db8:1:2::2')).statusCode).toBe(429);
  expect((await get('/', '2001:db8:1:3::1')).statusCode).toBe(200);
});

it('takes more for large files', async () => {
  const song = await s.c.media.put(Buffer.alloc(16 * 1024 * 1024), 'wav');
  const from = '203.0.116.1';
  for (let i = 0; i < 59; i++) await get(anyPlaylist, from);
  expect((await get(song, from)).statusCode).toBe(200);
  const refused = await get(song, from);
  expect(refused.statusCode).toBe(429);
  expect(refused.json().code).toBe('too_many_requests');
  const part = { 'x-forwarded-for': from, range: 'bytes=0-1' };
  expect((await s.app.inject({ url: song, headers: part })).statusCode).toBe(206);
});

it('answers all of a thousand calls that come at once, and more', async () => {
  const from = '203.0.117.1';
  const statuses = await Promise.all(
    Array.from({ length: 1100 }, async () => (await get(anyPlaylist, from)).statusCode),
  );
  expect(statuses.filter((status) => status === 404)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1040);
});

it('servers tell each other what the busiest addresses spent, and take what others spent', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let told: string[] = [];
  let hear: Listener['onMessage'] | undefined;
  const broker = {
    tellOthers: (channel: string, text: string) => void told.push(channel, text),
    listen: (channel: string, { onMessage }: Listener) => {
      if (channel === 'calls') hear = onMessage;
      return { stop: () => (hear = undefined) };
    },
  };
  const server = Fastify();
  handleErrors(server);
  const time = { now: 0 };
  limitCalls(server, () => time.now, keyedCount(), broker as unknown as Broker);
  server.get('/', () => 'x');
  const call = async (remoteAddress: string, url = '/') =>
    (await server.inject({ url, remoteAddress })).statusCode;
  const toldNext = () => {
    told = [];
    vi.advanceTimersByTime(200);
    return told;
  };

  for (const from of ['10.0.0.1', '10.0.0.2', '10.0.0.2']) expect(await call(from)).toBe(200);
  await call('10.0.0.3', '/cheap');
  expect(toldNext()).toEqual(['calls', '[["10.0.0.2",2],["10.0.0.1",1]]']);
  expect(toldNext()).toEqual([]);
  for (let i = 0; i <= 100; i++) await call(`10.0.2.${i}`);
  expect(JSON.parse(toldNext()[1]!)).toHaveLength(100);

  hear!('[["10.0.1.1",599]]');
  expect([await call('10.0.1.1'), await call('10.0.1.1')]).toEqual([200, 429]);
  expect(toldNext()).toEqual(['calls', '[["10.0.1.1",1]]']);
  // However much others spent, the wait is twelve seconds and that for the next call.
  hear!('[["10.0.1.1",9000]]');
  const statuses: number[] = [];
  for (const ms of [12_000, 20]) {
    time.now += ms;
    statuses.push(await call('10.0.1.1'));
  }
  expect(statuses).toEqual([429, 200]);

  const tooMany = JSON.stringify(Array(101).fill(['10.0.0.9', 9000]));
  for (const text of ['no JSON', '[["10.0.0.9"]]', '[["10.0.0.9","9000"]]', tooMany]) hear!(text);
  expect(await call('10.0.0.9')).toBe(200);
  await server.close();
  expect([hear, toldNext()]).toEqual([undefined, []]);
});
