import { afterEach, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { signUp, type TestServer, testServer } from '../../testing/server.ts';

const OPERATOR = 'help@ovation.example';
let s: TestServer;
afterEach(() => s.close());

const write = (token: string | undefined, message: unknown) =>
  call(s, 'POST /support', { ...(token && { token }), body: { message } });

it('mails a message to the operator, who can reply to its member; Platinum’s is marked', async () => {
  s = await testServer({ supportEmail: OPERATOR });
  const plus = await signUp(s, { tier: 'plus' });
  const platinum = await signUp(s, { tier: 'platinum' });
  expect((await call(s, 'GET /support', { token: plus.token })).body).toEqual({
    available: true,
    premium: false,
  });
  expect((await call(s, 'GET /support', { token: platinum.token })).body.premium).toBe(true);
  expect((await write(plus.token, ' Where is my song? ')).status).toBe(200);
  expect((await write(platinum.token, 'Where is mine?')).status).toBe(200);
  expect(s.mails).toMatchObject([
    {
      to: OPERATOR,
      subject: `Message from ${plus.username}`,
      headers: { 'Reply-To': plus.email },
      text: `Where is my song?\n\n-- \n${plus.username}, ${plus.email}, Plus plan`,
    },
    {
      to: OPERATOR,
      subject: `[Premium support] Message from ${platinum.username}`,
      headers: { 'Reply-To': platinum.email, Importance: 'high' },
    },
  ]);
});

it('refuses visitors, blank messages and floods', async () => {
  s = await testServer({ supportEmail: OPERATOR });
  const { token } = await signUp(s);
  expect((await write(undefined, 'Hello')).status).toBe(401);
  for (const message of ['', '   ', 'x'.repeat(4001), 7, undefined])
    expect((await write(token, message)).status).toBe(400);
  for (let i = 0; i < 3; i++) expect((await write(token, 'Hello')).status).toBe(200);
  expect((await write(token, 'Hello')).body).toMatchObject({ code: 'too_many_requests', retry_after: 1200 });
  expect((await write((await signUp(s)).token, 'Hello')).status).toBe(200);
  s.time.now += 1_200_000;
  expect((await write(token, 'Hello')).status).toBe(200);
  expect(s.mails).toHaveLength(5);
});

it('says so when there is nobody to write to, or the mail server refuses it', async () => {
  s = await testServer();
  const { token } = await signUp(s);
  expect((await call(s, 'GET /support', { token })).body).toEqual({ available: false, premium: false });
  expect((await write(token, 'Hello')).body.code).toBe('no_support');
  await s.close();
  s = await testServer({ supportEmail: OPERATOR });
  s.c.mail = () => Promise.reject(new Error('550'));
  expect((await write((await signUp(s)).token, 'Hello')).status).toBe(503);
});

it('programs find whom to tell of a weakness and where a password is changed', async () => {
  s = await testServer({ supportEmail: OPERATOR, publicUrl: 'https://ovation.example' });
  const { headers, payload } = await s.app.inject('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(payload.split('\n')).toEqual([
    `Contact: mailto:${OPERATOR}`,
    `Expires: ${new Date(s.time.now + 90 * 86_400_000).toISOString()}`,
    'Canonical: https://ovation.example/.well-known/security.txt',
    '',
  ]);
  const { statusCode, headers: sent } = await s.app.inject('/.well-known/change-password');
  expect([statusCode, sent.location]).toEqual([302, '/profile/settings/account']);
  await s.close();
  s = await testServer();
  expect((await s.app.inject('/.well-known/security.txt')).statusCode).toBe(404);
});
