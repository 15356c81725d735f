import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTexts } from '../platform/text/say.ts';
import { createOpenRequest } from '../testing/requests.ts';
import { publishTrack, signUp, type TestServer, testServer } from '../testing/server.ts';

const web = path.join(import.meta.dirname, '../../web');
const RENDERER = "export const renderPage = async () => ({ html: '', styles: '', entries: [] });";

let s: TestServer;
let folder: string;
let track: string;
let request: string;
beforeAll(async () => {
  setTexts('de', {
    Explore: 'Entdecken',
    'Song requests': 'Songwünsche',
    '{title} by {artist}': '{title} von {artist}',
    '{title} on {site}': '{title} auf {site}',
    'New on {site}': 'Neu auf {site}',
    '{genre}, AI-generated. On {site}.': '{genre}, KI-generiert. Auf {site}.',
    'Music the crowd calls for.': 'Musik, die das Publikum ruft.',
    '{site} needs JavaScript for this. <0>Genres</0>, <1>charts</1> and songs can be heard without it.':
      '{site} braucht dafür JavaScript. <1>Charts</1>, <0>Genres</0> und Songs gehen ohne.',
    'I lit lamp {lamp}\nof {goal}.': 'Meine ist\nLampe {lamp}.',
  });
  setTexts('ja', { 'AI-generated': 'AI生成' });
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-languages-'));
  for (const name of ['public/manifest.webmanifest', 'index.html'])
    await cp(path.join(web, name), path.join(folder, path.basename(name)));
  await writeFile(path.join(folder, 'render.mjs'), RENDERER);
  const site = { folder, renderModule: path.join(folder, 'render.mjs') };
  s = await testServer({ site, languages: ['en', 'de', 'ja'] });
  track = await publishTrack(s.c, { title: 'Night', display_artist: 'Ilse', genre: 'jazz' });
  const { id } = await signUp(s);
  request = await createOpenRequest(s.c, id, { votes: 3 });
});
afterAll(async () => {
  for (const language of ['de', 'ja']) setTexts(language, {});
  await s.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, language = '') =>
  s.app.inject({ url, headers: { host: 'o.test', 'accept-language': language } });

it('a page names itself in the reader’s language, and leads to its feed, picture and player in it', async () => {
  const { payload, headers } = await get(`/tracks/${track}`, 'de');
  expect(payload).toContain('<html lang="de" dir="ltr"');
  expect(payload).toContain('<title>Night von Ilse – Ovation</title>');
  expect(payload).toContain(`/social/tracks/${track}.jpg?v=`);
  expect(payload).toMatch(/property="og:image" content="[^"]+&#38;lang=de"/);
  expect(payload).toMatch(/json\+oembed" title="Night von Ilse" href="[^"]+&#38;lang=de"/);
  expect(headers.vary).toMatch(/accept-language.*cookie/);
  const board = (await get('/leaderboard?lang=de')).payload;
  expect(board).toContain('title="Songwünsche auf Ovation" href="http://o.test/feeds/requests.xml?lang=de"');
});

it('so does what the build has put into every page', async () => {
  const { payload } = await get('/login', 'de');
  expect(payload).toContain('<title>Ovation – Musik, die das Publikum ruft</title>');
  expect(payload).toContain('data-tagline="Musik, die das Publikum ruft."');
  expect(payload).toContain('title="Neu auf Ovation" href="/feeds/new.xml?lang=de"');
  expect(payload).toContain(
    '<noscript><p>Ovation braucht dafür JavaScript. <a href="/charts?lang=de">Charts</a>, <a href="/genres?lang=de">Genres</a> und Songs gehen ohne.</p></noscript>',
  );
  const [english, unknown] = await Promise.all([get('/login'), get('/login?lang=tlh', 'tlh')]);
  expect(unknown.payload).toBe(english.payload);
  expect(english.payload).toContain('<title>Ovation – music the crowd calls for</title>');
  expect(english.payload).toContain('<noscript><p>Ovation needs JavaScript for this. <a href="/genres">');
});

it('the app is installed in the reader’s language', async () => {
  const german = await get('/manifest.webmanifest?lang=de');
  expect(german.json()).toMatchObject({
    lang: 'de',
    dir: 'ltr',
    description: 'Musik, die das Publikum ruft.',
  });
  expect(german.json().shortcuts[0].name).toBe('Entdecken');
  expect(german.headers.vary).toMatch(/accept-language.*accept-encoding/);
  const english = await get('/manifest.webmanifest', 'tlh');
  expect([english.json().lang, english.json().shortcuts[0].name]).toEqual(['en', 'Explore']);
});

it('a feed is in the language of its address, or of its reader', async () => {
  for (const [url, language] of [
    ['/feeds/new.xml?lang=de', ''],
    ['/feeds/new.xml', 'de'],
  ] as const) {
    const { payload, headers } = await get(url, language);
    for (const text of [
      '<title>Neu auf Ovation</title>',
      '<language>de</language>',
      '<title>Night von Ilse</title>',
      '<description>Jazz, KI-generiert. Auf Ovation. Musik, die das Publikum ruft.</description>',
      'href="http://o.test/feeds/new.xml?lang=de"',
    ])
      expect(payload).toContain(text);
    expect(headers.vary).toMatch(/accept-language.*cookie/);
  }
  const json = (await get('/feeds/new.json?lang=de')).json();
  expect([json.language, json.title, json.items[0].title]).toEqual([
    'de',
    'Neu auf Ovation',
    'Night von Ilse',
  ]);
  const english = await get('/feeds/new.xml');
  expect((await get('/feeds/new.xml?lang=tlh', 'de;q=0')).payload).toBe(english.payload);
  expect(english.payload).toContain('<language>en</language>');
  expect(english.payload).toContain('<title>Night by Ilse</title>');
});

it('a picture speaks the language of its address where its fonts can write it, otherwise English', async () => {
  const picture = async (query: string, language?: string) =>
    get(`/social/lamps/${request}-2.jpg${query}`, language);
  const [english, german, accepted, japanese] = await Promise.all([
    picture(''),
    picture('?lang=de'),
    picture('', 'de-AT'),
    picture('?lang=ja'),
  ]);
  expect(german.rawPayload.equals(english.rawPayload)).toBe(false);
  expect(accepted.rawPayload.equals(german.rawPayload)).toBe(true);
  expect(accepted.headers.etag).toBe(german.headers.etag);
  expect(german.headers.etag).not.toBe(english.headers.etag);
  expect(german.headers.vary).toMatch(/accept-language/);
  expect(japanese.rawPayload.equals(english.rawPayload)).toBe(true);
  const song = (query: string) => get(`/social/tracks/${track}.jpg${query}`);
  expect((await song('?lang=ja')).rawPayload.equals((await song('')).rawPayload)).toBe(true);
});

it('the player of another site has a title in the language that it asks for', async () => {
  const url = `/oembed?url=${encodeURIComponent(`http://o.test/tracks/${track}`)}`;
  const german = await get(`${url}&lang=de`);
  expect([german.json().title, german.headers.vary]).toEqual([
    'Night von Ilse',
    expect.stringMatching(/accept-language/),
  ]);
  expect((await get(url)).json().title).toBe('Night by Ilse');
});
