import { afterEach, expect, it, vi } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import type { Readiness } from './health.ts';

let s: TestServer;
afterEach(() => s.close());

const ask = async (url: string) => {
  const { statusCode, body } = await s.app.inject({ url });
  return { status: statusCode, body: JSON.parse(body) };
};

it('is ready until it stops', async () => {
  const readiness: Readiness = { isStopping: false };
  s = await testServer({ readiness });
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok', version: '1.0.0' } });
  const checks = { database: 'ok', media: 'ok' };
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready', checks } });
  readiness.isStopping = true;
  expect(await ask('/readyz')).toEqual({ status: 503, body: { status: 'stopping', checks } });
  expect((await ask('/healthz')).status).toBe(200);
});

it('of a worker is all that it answers', async () => {
  s = await testServer({ role: 'worker' });
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
  for (const url of ['/', '/track', '/requests', '/auth/me', '/openapi.json'])
    expect(await ask(url)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it('is unready while the store of files is away, and looks again', async () => {
  s = await testServer();
  const { check } = s.c.media;
  s.c.media.check = () => Promise.reject(new Error('the bucket http://secret is away'));
  const { status, body } = await ask('/readyz');
  expect(status).toBe(503);
  expect(body).toEqual({ status: 'unready', checks: { database: 'ok', media: 'away' } });
  s.c.media.check = check;
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
});

it('is unready while the database is away or does not answer, and asks it once at a time', async () => {
  s = await testServer();
  const asked = vi.spyOn(s.c.db, 'selectFrom').mockImplementation(() => {
    throw new Error('no connection');
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(answers[0]!.body.checks.database).toBe('away');
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
  s.c.media.check = () => new Promise(() => {});
  await expect.poll(async () => (await ask('/readyz')).body.checks.media).toBe('away');
});
