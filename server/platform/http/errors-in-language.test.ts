import { Problem } from 'contract/errors.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { setTexts } from '../text/say.ts';
import { handleErrors } from './errors.ts';
import { noteLanguage } from './language.ts';

let s: TestServer;
let english: TestServer;

beforeAll(async () => {
  setTexts('de', {
    'Please use at least {minimum, plural, other {# characters}}.':
      'Bitte mindestens {minimum, plural, one {# Zeichen} other {# Zeichen}}.',
    'A playlist holds at most {most, plural, other {# tracks}}.':
      'Mehr als {most, plural, other {# Titel}} passen nicht in eine Playlist.',
    'The requested resource was not found.': 'Das gibt es hier nicht.',
    'Too many requests. Please wait a moment and try again.': 'Zu viele Anfragen.',
    'This is larger than the server accepts.': 'Das ist zu groß.',
  });
  s = await testServer({ languages: ['en', 'de'], rateLimit: true });
  english = await testServer({});
});
afterAll(async () => {
  await s.close();
  await english.close();
});

const inGerman = { 'accept-language': 'de-CH, en;q=0.5' };
const short = { name: 'Ada', email: 'ada@example.com', password: 'short' };

it('a broken rule is said in the language of the call, with its code, field and values', async () => {
  const answer = await call(s, 'POST /auth/signup', { body: short, headers: inGerman });
  expect(answer.body).toEqual({
    message: 'Bitte mindestens 6 Zeichen.',
    code: 'bad_input',
    values: { minimum: 6 },
    field: 'password',
  });
  expect(String(answer.headers.vary)).toMatch(/accept-language/i);
});

it('errors are in English by default, and vary by nothing where only one language is offered', async () => {
  const message = 'Please use at least 6 characters.';
  for (const wanted of ['', 'x-'.repeat(5000), 'tlh, de;q=0, ;;']) {
    const headers = { 'accept-language': wanted, cookie: 'language=<script>' };
    expect((await call(s, 'POST /auth/signup', { body: short, headers })).body.message).toBe(message);
  }
  const answer = await call(english, 'POST /auth/signup', { body: short, headers: inGerman });
  expect(answer.body.message).toBe(message);
  expect(String(answer.headers.vary ?? '')).not.toMatch(/language/i);
});

it('a refusal has the values that its sentence names', async () => {
  const server = Fastify();
  handleErrors(server);
  noteLanguage(server, ['en', 'de'], ['en', 'de']);
  server.get('/', () => {
    throw new Problem('playlist_full', undefined, { limit: 1000 });
  });
  const ask = async (headers = {}) => (await server.inject({ url: '/', headers })).json();
  const rest = { code: 'playlist_full', values: { most: 1000 }, limit: 1000 };
  expect(await ask()).toEqual({ message: 'A playlist holds at most 1,000 tracks.', ...rest });
  expect(await ask(inGerman)).toEqual({
    message: 'Mehr als 1.000 Titel passen nicht in eine Playlist.',
    ...rest,
  });
});

it('unknown addresses, too many calls and large bodies are refused in it', async () => {
  const gone = await s.app.inject({
    url: '/nothing/here',
    headers: { ...inGerman, accept: 'application/json' },
  });
  expect(gone.json()).toEqual({ message: 'Das gibt es hier nicht.', code: 'not_found' });
  const large = await s.app.inject({
    method: 'POST',
    url: '/auth/login',
    headers: { ...inGerman, 'content-type': 'application/json' },
    payload: JSON.stringify({ email: 'x'.repeat(2_000_000) }),
  });
  expect(large.json()).toEqual({ message: 'Das ist zu groß.', code: 'too_large' });
  for (let calls = 0; calls < 2000; calls++) {
    const answer = await s.app.inject({ url: '/explore', headers: inGerman });
    if (answer.statusCode !== 429) continue;
    expect(answer.json()).toMatchObject({ message: 'Zu viele Anfragen.', code: 'too_many_requests' });
    expect(answer.headers.vary).toMatch(/accept-language/i);
    return;
  }
  expect.unreachable('no call was refused');
});
