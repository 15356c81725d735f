import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { grant } from './features/credits/credits.ts';
import { productMetrics } from './metrics.ts';
import { type Metrics, metricsServer } from './platform/metrics/metrics.ts';
import { serverOfFile } from './testing/hooks.ts';
import { publishTrack, signUp, testServer } from './testing/server.ts';
import { withExtensions } from './testing/with-extensions.ts';

const TOKEN = 'a token of the tests';
const s = serverOfFile();
let app: FastifyInstance;
let metrics: Metrics;
beforeAll(async () => {
  metrics = await productMetrics(s.c);
  const site = undefined;
  const quiet = { publicUrl: undefined, trustProxy: 0, rateLimit: false, logLevel: 'silent', site };
  app = await buildApp(s.c, { ...quiet, metrics, metricsToken: TOKEN });
});
afterAll(() => app.close());

const scrape = (authorization?: string) =>
  app.inject({ url: '/metrics', headers: { ...(authorization && { authorization }) } });
const read = async () => (await scrape(`Bearer ${TOKEN}`)).body;

it('counts calls, plays, credits and jobs', async () => {
  await metrics.read();
  const { id, token } = await signUp(s);
  const track_id = await publishTrack(s.c);
  await app.inject({ url: `/track/${track_id}` });
  await app.inject({ url: `/track/${randomUUID()}?x=${id}` });
  await app.inject({ url: '/wp-login.php' });
  const played = { method: 'POST', url: '/plays', payload: { track_id, played_ms: 40_000 } } as const;
  await app.inject({ ...played, headers: { authorization: `Bearer ${token}` } });
  const grants = { kind: 'grant', amount: 70, key: 'k', reference: 'r', subject: 'x' } as const;
  await s.c.db
    .transaction()
    .execute((tx) => grant(tx, s.c.engine, { ...grants, user_id: id, now: s.c.clock() }));
  s.time.now += 60_000;
  await expect.poll(read).toContain('ovation_credits_total{kind="grant",direction="in"} 70\n');
  const body = await read();
  for (const line of [
    'ovation_http_requests_total{method="GET",route="/track/:id",status="200"} 1',
    'ovation_http_requests_total{method="GET",route="/track/:id",status="404"} 1',
    'ovation_http_requests_total{method="GET",route="none",status="404"} 1',
    'ovation_http_request_duration_seconds_count{route="/track/:id"} 2',
    'ovation_plays_total 1',
    'ovation_credit_entries_total{kind="grant"} 1',
  ])
    expect(body).toContain(`${line}\n`);
  // No address, id or query became a label.
  expect(body).not.toContain(id);
  expect(body).not.toContain('wp-login');
});

withExtensions('counts all that the dashboard shows', async () => {
  const body = await read();
  const known = new Set([...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name]) => name));
  const dashboard = readFileSync(path.join(import.meta.dirname, '../docs/grafana-dashboard.json'), 'utf8');
  const asked = [...dashboard.matchAll(/\b(?:ovation|process|nodejs)_\w+/g)].map(([name]) => name);
  expect(asked.length).toBeGreaterThan(12);
  expect(asked.filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([]);
});

it('tells strangers nothing', async () => {
  expect((await scrape()).statusCode).toBe(401);
  expect((await scrape('Bearer a token of a stranger')).statusCode).toBe(401);
  const off = await testServer();
  expect((await off.app.inject({ url: '/metrics' })).statusCode).toBe(404);
  await off.close();
});

it('serves the metrics on a port of their own, and there nothing else', async () => {
  const server = (await metricsServer(metrics, undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(`${origin}/metrics`)).text()).toContain('ovation_plays_total');
  expect((await fetch(`${origin}/track`)).status).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
  server.close();
  server.closeAllConnections();
});
