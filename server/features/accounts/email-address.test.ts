import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverPerTest } from '../../testing/hooks.ts';
import { PASSWORD, signUp, testServer } from '../../testing/server.ts';

const s = serverPerTest();

const DAY_MS = 86_400_000;
const host = { host: 'localhost:3000' };
const newAddress = () => `${randomUUID()}@people.example`;
const tokensTo = (email: string) =>
  s.mails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /^http:\/\/localhost:3000\/login#confirm=([\w-]{43})$/m.exec(text)?.[1] ?? []);
async function mailedToken(email: string, count = 1): Promise<string> {
  await vi.waitFor(() => expect(tokensTo(email)).toHaveLength(count));
  return tokensTo(email).at(-1)!;
}
const confirm = (token: string) => call(s, 'POST /auth/email/confirm', { body: { token } });
const state = async (token: string) => (await call(s, 'GET /auth/email', { token, headers: host })).body;

/** Signs up as the page does. */
async function join(email = newAddress()) {
  const body = { name: 'New', email, password: PASSWORD };
  const { body: answer } = await call(s, 'POST /auth/signup', { body, headers: host });
  return { email, token: answer.authToken as string };
}
const report = (token: string) =>
  call(s, 'POST /report', { token, body: { track_id: randomUUID(), reason: 'It is silent' } });
const change = (token: string, email: string, password = PASSWORD) =>
  call(s, 'POST /auth/email', { token, body: { email, password }, headers: host });

describe('a new account', () => {
  it('is limited until the link in the mail is opened, which works once', async () => {
    const { email, token } = await join();
    expect(await state(token)).toEqual({ email, confirmed: false, limited: true, mail: true });
    expect((await report(token)).body.code).toBe('email_unconfirmed');
    for (const [method, url] of [
      ['POST', '/requests'],
      ['POST', `/requests/${randomUUID()}/votes`],
      ['POST', `/requests/${randomUUID()}/report`],
    ] as const)
      expect((await call(s, `${method} ${url}`, { token, body: {} })).body.code).toBe('email_unconfirmed');
    expect((await call(s, 'GET /library/counts', { token })).status).toBe(200);

    const link = await mailedToken(email);
    expect((await confirm(link)).body).toEqual({ email });
    expect(await state(token)).toMatchObject({ confirmed: true, limited: false });
    expect((await report(token)).body.code).toBe('not_found');
    expect((await confirm(link)).body.code).toBe('bad_confirmation');
  });

  it('is not limited where no mail is sent, and neither are accounts from before', async () => {
    const before = await signUp(s, { confirmed: false });
    expect(await state(before.token)).toMatchObject({ confirmed: false, limited: false });
    const { token } = await join();
    s.c.mail = null;
    expect((await report(token)).body.code).toBe('not_found');
    const late = await join();
    expect(await state(late.token)).toMatchObject({ limited: false, mail: false });
    const again = await call(s, 'POST /auth/email/confirmation', {
      token: late.token,
      body: {},
      headers: host,
    });
    expect(again.body.code).toBe('no_mail');
  });

  it('gets another link, within limits, and both work within two days', async () => {
    const { email, token } = await join();
    const first = await mailedToken(email);
    const again = () => call(s, 'POST /auth/email/confirmation', { token, body: {}, headers: host });
    expect((await again()).status).toBe(202);
    const second = await mailedToken(email, 2);
    s.time.now += 2 * DAY_MS;
    for (const old of [first, second]) expect((await confirm(old)).body.code).toBe('bad_confirmation');
    expect((await again()).status).toBe(202);
    expect((await confirm(await mailedToken(email, 3))).status).toBe(200);
    expect((await again()).body.code).toBe('email_confirmed');
  });

  it('is confirmed by a password reset, too', async () => {
    const { email, token } = await join();
    await call(s, 'POST /auth/password-reset', { body: { email }, headers: host });
    const reset = () => s.mails.flatMap(({ text }) => /#reset=([\w-]+)/.exec(text)?.[1] ?? [])[0];
    await vi.waitFor(() => expect(reset()).toBeDefined());
    const body = { token: reset(), password: 'another one' };
    expect((await call(s, 'POST /auth/password-reset/confirm', { body })).status).toBe(200);
    const login = await call(s, 'POST /auth/login', { body: { email, password: 'another one' } });
    expect(await state(login.body.authToken)).toMatchObject({ confirmed: true, limited: false });
    expect((await call(s, 'GET /auth/me', { token })).status).toBe(401);
  });

  it('sends no more than three mails an hour to one mailbox', async () => {
    const limited = await testServer({ rateLimit: true });
    try {
      const body = { name: 'New', email: newAddress(), password: PASSWORD };
      const { body: answer } = await call(limited, 'POST /auth/signup', { body, headers: host });
      const again = () =>
        call(limited, 'POST /auth/email/confirmation', { token: answer.authToken, body: {}, headers: host });
      expect([(await again()).status, (await again()).status]).toEqual([202, 202]);
      expect((await again()).body.code).toBe('too_many_requests');
      limited.time.now += 3_600_000;
      expect((await again()).status).toBe(202);
    } finally {
      await limited.close();
    }
  });

  it('stores only hashes of its links', async () => {
    const { email } = await join();
    const link = await mailedToken(email);
    const rows = await s.c.db.selectFrom('email_confirmation').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(link);
  });
});

describe('changing the address', () => {
  it('where no mail is sent, tells as few addresses with an account as signing up does', async () => {
    const limited = await testServer({ rateLimit: true });
    limited.c.mail = null;
    try {
      const [one, other] = [await signUp(limited), await signUp(limited)];
      const ask = (email: string, password = PASSWORD) =>
        call(limited, 'POST /auth/email', { token: one.token, body: { email, password }, headers: host });
      const codes: string[] = [];
      for (let i = 0; i < 22; i++) codes.push((await ask(other.email)).body.code);
      expect(codes).toEqual([...Array(20).fill('email_taken'), ...Array(2).fill('too_many_requests')]);
      expect((await ask(newAddress())).body.code).toBe('too_many_requests');
      limited.time.now += 3_600_000;
      expect((await ask(newAddress())).body.sent).toBe(false);
    } finally {
      await limited.close();
    }
  });

  it('needs the password and the link in the new mailbox, and tells the old one', async () => {
    const { email, token } = await signUp(s);
    const next = newAddress();
    expect((await change(token, next, 'not this one')).body.code).toBe('wrong_password');
    expect((await change(token, ` ${next.toUpperCase()} `)).body).toEqual({ email: next, sent: true });
    expect((await state(token)).email).toBe(email);
    expect((await confirm(await mailedToken(next))).body).toEqual({ email: next });
    expect(await state(token)).toMatchObject({ email: next, confirmed: true });
    await vi.waitFor(() =>
      expect(s.mails.some(({ to, subject }) => to === email && /new email address/.test(subject))).toBe(true),
    );
    const logIn = (address: string) =>
      call(s, 'POST /auth/login', { body: { email: address, password: PASSWORD } });
    expect((await logIn(email)).status).toBe(403);
    expect((await logIn(next)).status).toBe(200);
  });

  it('answers alike for an address that has an account, and mails nothing there', async () => {
    const [{ token }, other] = [await signUp(s), await signUp(s)];
    expect((await change(token, other.email)).body).toEqual({ email: other.email, sent: true });
    const free = newAddress();
    await change(token, free);
    await mailedToken(free);
    expect(tokensTo(other.email)).toEqual([]);
  });

  it('is refused if somebody took the address meanwhile', async () => {
    const { token, email } = await signUp(s);
    const next = newAddress();
    await change(token, next);
    const link = await mailedToken(next);
    await join(next);
    expect((await confirm(link)).body.code).toBe('email_taken');
    expect((await state(token)).email).toBe(email);
  });

  it('gives an address to one of two accounts that confirm it at the same moment', async () => {
    const [one, two] = [await signUp(s), await signUp(s)];
    const next = newAddress();
    for (const { token } of [one, two]) await change(token, next);
    await mailedToken(next, 2);
    const answers = await Promise.all(tokensTo(next).map(confirm));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('ends with a new password: who began it may have been a thief', async () => {
    const { token } = await signUp(s);
    const next = newAddress();
    await change(token, next);
    const link = await mailedToken(next);
    const body = { current_password: PASSWORD, new_password: 'mine again' };
    expect((await call(s, 'POST /auth/password', { token, body })).status).toBe(200);
    expect((await confirm(link)).body.code).toBe('bad_confirmation');
  });

  it('happens at once where no mail is sent', async () => {
    s.c.mail = null;
    const [{ token }, other] = [await signUp(s), await signUp(s)];
    expect((await change(token, other.email)).body.code).toBe('email_taken');
    const next = newAddress();
    expect((await change(token, next)).body).toEqual({ email: next, sent: false });
    expect((await state(token)).email).toBe(next);
  });

  it('is sent to no forged host', async () => {
    const { token } = await signUp(s);
    const body = { email: newAddress(), password: PASSWORD };
    const forged = await call(s, 'POST /auth/email', { token, body, headers: { host: 'evil.example' } });
    expect(forged.body.code).toBe('no_mail');
  });
});

it('mails a member about a new password, with the device and without a link', async () => {
  const { email, token } = await signUp(s);
  const body = { current_password: PASSWORD, new_password: 'another one' };
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  await call(s, 'POST /auth/password', { token, body, headers });
  await vi.waitFor(() => expect(s.mails).toHaveLength(1));
  expect(s.mails[0]).toMatchObject({ to: email, subject: 'Your Ovation password has changed' });
  expect(s.mails[0]!.text).toContain('on June 1, 2026 at 12:00 UTC, with Firefox on Linux.');
  expect(s.mails[0]!.text).not.toContain('http');
});
