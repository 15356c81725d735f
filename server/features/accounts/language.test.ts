import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { setTexts } from '../../platform/text/say.ts';
import { call } from '../../testing/calls.ts';
import { PASSWORD, signUp, type TestServer, testServer } from '../../testing/server.ts';

let s: TestServer;
beforeAll(async () => {
  setTexts('de', {
    'Hello,': 'Hallo!',
    'Your {site} password has changed': 'Dein Passwort bei {site} ist neu',
    'Confirm your email address for {site}': 'Bestätige deine Adresse bei {site}',
    'Reset your {site} password': 'Neues Passwort für {site}',
    'This was on {date} at {time} UTC, with {device}.': 'Das war am {date} um {time} Uhr UTC mit {device}.',
    '{browser} on {system}': '{browser} unter {system}',
    'Please log in.': 'Bitte melde dich an.',
    'Please choose one of: {values}.': 'Bitte wähle eine von: {values}.',
  });
  setTexts('fr', { 'Reset your {site} password': 'Nouveau mot de passe pour {site}' });
  s = await testServer({ languages: ['en', 'de', 'fr'] });
});
afterAll(() => s.close());

const host = { host: 'localhost:3000' };
const choose = (token: string, language: string, headers = {}) =>
  call(s, 'PATCH /auth/me', { token, body: { language }, headers });
const saved = async (token: string) => (await call(s, 'GET /auth/me', { token })).body.language;
/** The mail to an address that comes after so many others. */
const mail = (address: string, after = 0) =>
  vi.waitFor(() => {
    const sent = s.mails.filter(({ to }) => to === address)[after];
    expect(sent).toBeDefined();
    return sent!;
  });

it('a member chooses a language that the site offers; it is exported and no event', async () => {
  const { token } = await signUp(s);
  expect(await saved(token)).toBe(null);
  expect((await choose(token, 'de')).body).toMatchObject({ language: 'de' });
  expect(await saved(token)).toBe('de');
  const { body } = await call(s, 'GET /auth/me/export', { token });
  expect(body.user.language).toBe('de');
  expect(body.account_events.map(({ kind }: { kind: string }) => kind)).toEqual(['joined']);
  const problem = { code: 'bad_input', field: 'language' };
  const unknown = await choose(token, 'tlh');
  expect([unknown.status, unknown.body]).toMatchObject([400, problem]);
  expect(unknown.body.message).toContain('Bitte wähle eine von: en, de');
  const other = await choose(token, 'ko', { 'accept-language': 'fr' });
  // In the member's language.
  expect([other.status, other.body]).toMatchObject([
    400,
    { ...problem, message: 'Bitte wähle eine von: en, de, fr.' },
  ]);
  expect(await saved(token)).toBe('de');
  await call(s, 'DELETE /auth/me', { token, body: { password: PASSWORD } });
  const kept = s.c.db.selectFrom('user').where('language', '=', 'de').select('id');
  expect(await kept.execute()).toEqual([]);
});

it('a new account has the language of its page, or of the call', async () => {
  const join = (language?: string, headers = {}) =>
    call(s, 'POST /auth/signup', {
      body: { name: 'New', email: `${randomUUID()}@people.example`, password: PASSWORD, language },
      headers: { ...host, ...headers },
    });
  const { body } = await join('de', { 'accept-language': 'fr' });
  expect(body.user.language).toBe('de');
  expect((await mail(body.user.email)).subject).toBe('Bestätige deine Adresse bei Ovation');
  expect((await join(undefined, { 'accept-language': 'fr' })).body.user.language).toBe('fr');
  expect((await join(undefined, { 'accept-language': 'ko' })).body.user.language).toBe('en');
  // Translators look at languages that are not offered.
  expect((await join('ko', { 'accept-language': 'fr' })).body.user.language).toBe('fr');
});

it('mails are in the member’s language, whatever browser they use', async () => {
  const { email, token } = await signUp(s);
  await choose(token, 'de');
  const body = { current_password: PASSWORD, new_password: 'another one' };
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'accept-language': 'fr' };
  await call(s, 'POST /auth/password', { token, body, headers: { ...host, ...browser } });
  const changed = await mail(email);
  expect(changed.subject).toBe('Dein Passwort bei Ovation ist neu');
  expect(changed.text).toMatch(/^Hallo!\n\n/);
  expect(changed.text).toContain('Das war am 1. Juni 2026 um 12:00 Uhr UTC mit Firefox unter Linux.');
  const reset = async (after: number) => {
    await call(s, 'POST /auth/password-reset', { body: { email }, headers: { ...host, ...browser } });
    return (await mail(email, after)).subject;
  };
  expect(await reset(1)).toBe('Neues Passwort für Ovation');
  // A language that is not offered any more is that of nobody.
  await s.c.db.updateTable('user').set({ language: 'ko' }).where('email', '=', email).execute();
  expect(await reset(2)).toBe('Nouveau mot de passe pour Ovation');
});
