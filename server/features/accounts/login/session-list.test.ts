import { beforeAll, expect, it } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { PASSWORD, type Person, signUp } from '../../../testing/server.ts';
import { deviceOf } from '../proof/client.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const s = serverOfFile();
let person: Person;
beforeAll(async () => {
  person = await signUp(s);
});

const logIn = async (agent: string) => {
  const body = { email: person.email, password: PASSWORD };
  s.time.now += 1000;
  const answer = await call(s, 'POST /auth/login', { body, headers: { 'user-agent': agent } });
  return answer.body.authToken as string;
};
const list = async (token: string) => (await call(s, 'GET /auth/sessions', { token })).body;

it('lists sessions with their devices, and ends one or all others', async () => {
  const [laptop, phone] = [await logIn(FIREFOX), await logIn(IPHONE)];
  const sessions = await list(laptop);
  expect(
    sessions.map(({ device, current }: { device: string; current: boolean }) => [device, current]),
  ).toEqual([
    ['Safari on iPhone', false],
    ['Firefox on Linux', true],
    [null, false],
  ]);
  expect(JSON.stringify(sessions)).not.toContain('Mozilla');

  const stranger = await signUp(s);
  const url = `DELETE /auth/sessions/${sessions[0].id}` as const;
  expect((await call(s, url, { token: stranger.token })).status).toBe(404);
  expect((await call(s, 'GET /auth/me', { token: phone })).status).toBe(200);
  expect((await call(s, url, { token: laptop })).status).toBe(200);
  expect((await call(s, 'GET /auth/me', { token: phone })).status).toBe(401);
  expect((await call(s, url, { token: laptop })).status).toBe(404);
  expect((await call(s, 'DELETE /auth/sessions/x', { token: laptop })).status).toBe(400);

  expect((await call(s, 'POST /auth/sessions/end-others', { token: laptop })).status).toBe(200);
  expect(await list(laptop)).toHaveLength(1);
  expect(await list(stranger.token)).toHaveLength(1);
});

it('leaves out sessions that have expired', async () => {
  const old = await logIn(FIREFOX);
  s.time.now += 31 * 86_400_000;
  const token = await logIn(IPHONE);
  expect(await list(token)).toHaveLength(1);
  expect((await call(s, 'GET /auth/me', { token: old })).status).toBe(401);
});

it.each([
  [FIREFOX, 'Firefox on Linux'],
  [IPHONE, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['curl/8.14.1', null],
  ['<script>alert(1)</script>', null],
  ['', null],
  [undefined, null],
  [`${'x'.repeat(100_000)} Firefox/1`, 'Firefox'],
])('%s is %s', (agent, device) => expect(deviceOf(agent)).toBe(device));
