import { afterEach, expect, it } from 'vitest';
import { signUp, type TestServer, testServer } from '../../testing/server.ts';

let s: TestServer;
let log: Record<string, unknown>[];
afterEach(() => s.close());

const logging = (accessLog: boolean) => {
  log = [];
  return testServer({
    accessLog,
    logLevel: 'warn',
    logTo: { write: (line) => void log.push(JSON.parse(line)) },
  });
};

it('names each call by an id: that of a proxy if it is harmless, otherwise a new one', async () => {
  s = await logging(false);
  const idOf = async (given?: string, url = '/track') =>
    (await s.app.inject({ url, headers: { ...(given && { 'x-request-id': given }) } })).headers[
      'x-request-id'
    ];
  expect(await idOf('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe('0f8fad5b-d9cb-469f-a165-70867728950e');
  expect(await idOf('from-a-proxy.17', '/nowhere')).toBe('from-a-proxy.17');
  for (const bad of ['short', 'a b c d e f g', 'x'.repeat(65), '{"level":60}', '$(reboot)xxxx'])
    expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf()).not.toBe(await idOf());
  expect(log).toEqual([]);
});

it('logs a line for each call when asked, with its id and without personal data', async () => {
  s = await logging(true);
  const { token, id } = await signUp(s);
  await s.app.inject({
    url: `/track?q=private-search%20${id}`,
    headers: { 'x-request-id': 'trace-00000001', authorization: `Bearer ${token}` },
  });
  await expect.poll(() => log.length).toBe(1);
  expect(log[0]).toMatchObject({
    level: 30,
    reqId: 'trace-00000001',
    req: { method: 'GET', path: '/track' },
    route: '/track',
    status: '200',
    ms: expect.any(Number),
    msg: 'call',
  });
  const text = JSON.stringify(log);
  for (const secret of ['private-search', token, id, '127.0.0.1']) expect(text).not.toContain(secret);
});

it('logs failures with the id that the client was told', async () => {
  s = await logging(false);
  s.c.clock = () => {
    throw new Error('no clock');
  };
  const { headers, statusCode } = await s.app.inject({ url: '/explore' });
  expect(statusCode).toBe(500);
  expect(log[0]).toMatchObject({ reqId: headers['x-request-id'] });
});
