import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishTrack, type TestServer, testServer } from '../../testing/server.ts';

const APP = 'https://app.example';

let s: TestServer;
let plain: TestServer;
beforeAll(async () => {
  s = await testServer({ corsOrigins: [APP, 'http://localhost:5173'], rateLimit: true });
  plain = await testServer();
});
afterAll(async () => {
  await s.close();
  await plain.close();
});

const from = (origin: string, more: object = {}) => ({ origin, ...more });
const preflight = (origin: string, server = s) =>
  server.app.inject({
    method: 'OPTIONS',
    url: '/track',
    headers: from(origin, {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    }),
  });

describe('a page of a listed origin', () => {
  it('may send every method with a token and JSON', async () => {
    const { statusCode, headers, body } = await preflight(APP);
    expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' });
    expect(headers).toMatchObject({ 'access-control-allow-origin': APP, vary: 'origin' });
    expect(headers['access-control-allow-methods']).toContain('PATCH');
    expect(headers['access-control-allow-headers']).toMatch(/Authorization, Content-Type/);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('reads lists with their cursor and total, compressed or not, and files', async () => {
    for (let count = 0; count < 8; count++) await publishTrack(s.c);
    const list = await s.app.inject({
      url: '/track?limit=7',
      headers: from(APP, { 'accept-encoding': 'br' }),
    });
    expect(list.headers).toMatchObject({ 'access-control-allow-origin': APP, 'content-encoding': 'br' });
    expect(list.headers.vary).toBe('origin, accept-encoding');
    const exposed = String(list.headers['access-control-expose-headers']).toLowerCase().split(', ');
    for (const name of ['x-next-cursor', 'x-total-count']) {
      expect(list.headers[name]).toBeDefined();
      expect(exposed).toContain(name);
    }
    const url = await s.c.media.put(Buffer.from('[0.5]'), 'json');
    const file = await s.app.inject({ url, headers: from('http://localhost:5173') });
    expect(file).toMatchObject({ statusCode: 200, body: '[0.5]' });
    expect(file.headers['access-control-allow-origin']).toBe('http://localhost:5173');
  });

  it.each<[string, string, number]>([
    ['GET', '/credits', 401],
    ['GET', '/track/00000000-0000-0000-0000-000000000000', 404],
    ['GET', '/nowhere', 404],
    ['GET', '/track/%zz', 400],
    ['POST', '/auth/login', 400],
    ['POST', '/api/upload/audio', 401],
  ])('reads why %s %s is refused', async (method, url, status) => {
    const { statusCode, headers } = await s.app.inject({ method: method as 'GET', url, headers: from(APP) });
    expect(statusCode).toBe(status);
    expect(headers['access-control-allow-origin']).toBe(APP);
  });

  it('reads events, and when to come back after too many calls', async () => {
    await s.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = s.app.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/requests/events`, { headers: from(APP) });
    expect(stream.headers.get('access-control-allow-origin')).toBe(APP);
    await stream.body!.cancel();
    let refused = await s.app.inject({ url: '/credits', headers: from(APP) });
    for (let count = 0; refused.statusCode !== 429 && count < 2000; count++)
      refused = await s.app.inject({ url: '/credits', headers: from(APP) });
    expect(refused.headers).toMatchObject({
      'access-control-allow-origin': APP,
      'retry-after': expect.stringMatching(/^\d+$/),
    });
  });
});

it('a player in a sandboxed frame, whose origin is null, reports plays and does nothing else', async () => {
  for (const server of [s, plain]) {
    const track_id = await publishTrack(server.c);
    const asked = await server.app.inject({
      method: 'OPTIONS',
      url: '/plays',
      headers: from('null', {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }),
    });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({ 'access-control-allow-origin': 'null', vary: 'origin' });
    const reported = await server.app.inject({
      method: 'POST',
      url: '/plays',
      // Not from where others have called too often.
      remoteAddress: '203.0.113.9',
      headers: from('null'),
      payload: { track_id, played_ms: 0 },
    });
    expect(reported.statusCode).toBe(201);
    expect(reported.headers['access-control-allow-origin']).toBe('null');
  }
});

it('no other page may read anything, and without the setting none may', async () => {
  for (const origin of ['https://evil.example', 'null', `${APP}.evil.example`, 'http://app.example']) {
    const { headers } = await preflight(origin);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const list = await s.app.inject({ url: '/track', headers: from(origin) });
    expect(list.headers).toMatchObject({ vary: 'origin' });
    expect(list.headers['access-control-allow-origin']).toBeUndefined();
  }
  expect((await preflight(APP, plain)).statusCode).toBe(404);
  const { headers } = await plain.app.inject({ url: '/track', headers: from(APP) });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
