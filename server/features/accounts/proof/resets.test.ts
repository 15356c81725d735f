import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { call } from '../../../testing/calls.ts';
import { serverOfFile } from '../../../testing/hooks.ts';
import { PASSWORD, signUp, testServer } from '../../../testing/server.ts';

const s = serverOfFile();

/** The mails with links: changing a password sends others. */
const resets = () => s.mails.filter(({ text }) => text.includes('#reset='));
const requestReset = (email: string, host = 'localhost:3000') =>
  call(s, 'POST /auth/password-reset', { body: { email }, headers: { host } });
const confirm = (token: string, password = 'a brand new one') =>
  call(s, 'POST /auth/password-reset/confirm', { body: { token, password } });
const login = (email: string, password: string) => call(s, 'POST /auth/login', { body: { email, password } });

/** Requests a reset and returns the token in its mail. */
async function mailedToken(email: string, host?: string): Promise<string> {
  const before = resets().length;
  expect((await requestReset(email, host)).status).toBe(202);
  await vi.waitFor(() => expect(resets().length).toBe(before + 1));
  const mail = resets().at(-1)!;
  expect(mail.to).toBe(email);
  return /\/login#reset=([A-Za-z0-9_-]{43})$/m.exec(mail.text)![1]!;
}

describe('a password reset by mail', () => {
  it('sets a new password once and ends every session', async () => {
    const { email, token } = await signUp(s);
    const reset = await mailedToken(email);
    expect(resets().at(-1)!.text).toContain(`\nhttp://localhost:3000/login#reset=${reset}\n`);
    expect((await confirm(reset)).status).toBe(200);
    expect((await call(s, 'GET /auth/me', { token })).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(403);
    expect((await login(email, 'a brand new one')).status).toBe(200);
    expect(await confirm(reset, 'once more')).toMatchObject({ status: 400, body: { code: 'bad_reset' } });
  });

  it('works once for many concurrent calls', async () => {
    const { email } = await signUp(s);
    const reset = await mailedToken(email);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => confirm(reset, `password ${i}`)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(11);
    const winner = answers.findIndex((answer) => answer.status === 200);
    expect((await login(email, `password ${winner}`)).status).toBe(200);
  });

  it('works for an hour', async () => {
    const { email } = await signUp(s);
    const reset = await mailedToken(email);
    s.time.now += 3_600_001;
    expect((await confirm(reset)).status).toBe(400);
    const next = await mailedToken(email);
    s.time.now += 3_599_000;
    expect((await confirm(next)).status).toBe(200);
  });

  it('is invalid after the password was changed otherwise', async () => {
    const { email, token } = await signUp(s);
    const [one, two] = [await mailedToken(email), await mailedToken(email)];
    const body = { current_password: PASSWORD, new_password: 'changed meanwhile' };
    expect((await call(s, 'POST /auth/password', { token, body })).status).toBe(200);
    for (const reset of [one, two]) expect((await confirm(reset)).status).toBe(400);
  });

  it('keeps the token valid after a password that is too short', async () => {
    const { email } = await signUp(s);
    const reset = await mailedToken(email);
    expect(await confirm(reset, 'short')).toMatchObject({ status: 400, body: { field: 'password' } });
    expect((await confirm(reset)).status).toBe(200);
  });

  it('answers an email without an account alike, and sends no mail', async () => {
    const { email } = await signUp(s);
    const known = await requestReset(email);
    const unknown = await requestReset(`${randomUUID()}@people.example`);
    expect({ ...unknown, headers: {} }).toEqual({ ...known, headers: {} });
    await vi.waitFor(() => expect(resets().at(-1)!.to).toBe(email));
    const sent = resets().length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(resets().length).toBe(sent);
  });

  it('stores no token in plain text', async () => {
    const { email, id } = await signUp(s);
    const reset = await mailedToken(email);
    const kept = await s.c.db.selectFrom('password_reset').selectAll().where('user_id', '=', id).execute();
    expect(JSON.stringify(kept)).not.toContain(reset);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    '127.0.0.1.evil.example:80',
    'a@localhost@evil.example',
  ])('sends no link to the forged host %j', async (host) => {
    const sent = resets().length;
    const { email } = await signUp(s);
    const answer = await requestReset(email, host);
    expect(answer).toMatchObject({ status: 404, body: { code: 'no_reset' } });
    expect((await call(s, 'GET /auth/settings', { headers: { host } })).body.passwordReset).toBe(false);
    expect(resets().length).toBe(sent);
  });

  it('starts its link with PUBLIC_URL, whatever the host header says', async () => {
    const open = await testServer({ publicUrl: 'https://ovation.example' });
    const { email } = await signUp(open);
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await call(open, 'POST /auth/password-reset', { body: { email }, headers });
    await vi.waitFor(() => expect(open.mails).toHaveLength(1));
    expect(open.mails[0]!.text).toContain('\nhttps://ovation.example/login#reset=');
    expect(open.mails[0]!.text).not.toContain('evil');
    await open.close();
  });

  it('is not offered without a mail server', async () => {
    const { mail } = s.c;
    expect((await call(s, 'GET /auth/settings', { headers: { host: 'localhost' } })).body.passwordReset).toBe(
      true,
    );
    s.c.mail = null;
    expect((await call(s, 'GET /auth/settings', { headers: { host: 'localhost' } })).body.passwordReset).toBe(
      false,
    );
    expect((await requestReset('free@people.example')).status).toBe(404);
    s.c.mail = mail;
  });
});
