import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../../../testing/folders.ts';
import { publishTrack, signUp, type TestServer, testServer } from '../../../testing/server.ts';
import { charge } from '../../call-cost.ts';
import { callCharged } from '../../metrics/events.ts';
import { handleErrors } from '../errors.ts';
import { limitCalls } from './call-limit.ts';
import { keyedCount } from './rate-limit.ts';

let s: TestServer;
const folder = folderOfFile();
beforeAll(async () => {
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!-- content --><!-- data -->');
  await writeFile(path.join(folder, 'assets/main.js'), 'main();');
  const renderModule = path.join(folder, 'picture.mjs');
  await writeFile(
    renderModule,
    "export const renderPage = async () => ({ html: 'picture', styles: '', entries: [] });",
  );
  s = await testServer({ rateLimit: true, trustProxy: 1, site: { folder, renderModule } });
});
afterAll(() => s.close());

const get = (url: string, from: string) =>
  s.app.inject({ url, headers: { 'x-forwarded-for': from, host: 'localhost' } });

/** Counts the calls that an address may make at once. */
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
  expect(await allowed('/requests/board?page=99999', '203.0.114.3')).toBe(27);
  for (let i = 0; i < 170; i++) expect((await get('/assets/main.js', '203.0.114.4')).statusCode).toBe(200);
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

it('charges for large files when they are sent', async () => {
  const song = await s.c.media.put(Buffer.alloc(16 * 1024 * 1024), 'wav');
  const from = '203.0.116.1';
  for (let i = 0; i < 59; i++) await get(anyPlaylist, from);
  expect([(await get(song, from)).statusCode, (await get(song, from)).statusCode]).toEqual([200, 200]);
  const refused = await get('/', from);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
  s.time.now += 1000;
  const part = { 'x-forwarded-for': from, range: 'bytes=0-1' };
  expect((await s.app.inject({ url: song, headers: part })).statusCode).toBe(206);
});

describe('a call pays for what it turns out to cost', () => {
  /** Makes calls that turn out to cost something, some time after they began. */
  function callers() {
    const time = { now: 0 };
    const server = Fastify();
    handleErrors(server);
    limitCalls(server, () => time.now, keyedCount());
    server.get<{ Params: { cost: string; after: string } }>('/:cost/:after', async ({ params }) => {
      await sleep(1);
      time.now += Number(params.after);
      charge(Number(params.cost));
      return {};
    });
    const call = async (cost: number, after = 0) => (await server.inject(`/${cost}/${after}`)).statusCode;
    return { call, time };
  }

  it('even if that is more than is left', async () => {
    const { call } = callers();
    expect([await call(599), await call(30), await call(1)]).toEqual([200, 200, 429]);
  });

  it('and then waits no longer than twelve seconds and what the next one takes', async () => {
    const { call, time } = callers();
    expect(await call(9000)).toBe(200);
    time.now += 12_000;
    expect(await call(1)).toBe(429);
    time.now += 20;
    expect(await call(1)).toBe(200);
  });

  it('for a minute: what it keeps going then is the work of others', async () => {
    const { call } = callers();
    expect([await call(9000, 61_000), await call(1)]).toEqual([200, 200]);
  });

  it('by the rows, ids and bytes that it reads and writes', async () => {
    const tracks = await Promise.all(Array.from({ length: 100 }, () => publishTrack(s.c)));
    const { token } = await signUp(s, { tier: 'plus' });
    const charged: number[] = [];
    const onCharge = (cost: unknown) => void charged.push(cost as number);
    callCharged.subscribe(onCharge);
    const costOf = async (options: InjectOptions) => {
      charged.length = 0;
      const headers = { host: 'localhost', authorization: `Bearer ${token}` };
      await s.app.inject({ remoteAddress: '203.0.118.1', ...options, headers });
      return charged.reduce((sum, cost) => sum + cost, 0);
    };
    const list = await costOf({ url: '/track?limit=100' });
    expect(list).toBeGreaterThan(2.2);
    const save = (track_id: string | undefined) =>
      costOf({ method: 'POST', url: '/saved_track', payload: { track_id } });
    const [written, refused] = [await save(tracks[0]), await save(tracks[0])];
    expect(written).toBeGreaterThan(refused + 0.3);
    const file = (length: number) =>
      costOf({ method: 'POST', url: '/api/stripe/webhook', payload: 'x'.repeat(length) });
    expect((await file(200_000)) - (await file(200))).toBeGreaterThan(2);
    callCharged.unsubscribe(onCharge);
  });
});

it('answers all of a thousand calls that come at once, and more', async () => {
  const from = '203.0.117.1';
  const statuses = await Promise.all(
    Array.from({ length: 1100 }, async () => (await get(anyPlaylist, from)).statusCode),
  );
  expect(statuses.filter((status) => status === 404)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1040);
});
