import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pageAt } from 'contract/pages.ts';
import { readConfig } from 'server/config.ts';
import { branding } from 'server/extensions/branding/feature.ts';
import { call } from 'server/testing/calls.ts';
import { createOpenRequest } from 'server/testing/requests.ts';
import {
  PASSWORD,
  type Person,
  publishTrack,
  signUp,
  type TestServer,
  testServer,
} from 'server/testing/server.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

const NAME = 'Müller & Söhne';
const SETTINGS = {
  SITE_NAME: NAME,
  SITE_TAGLINE: 'Songs from Bern',
  SITE_ACCENT: '#2e8bff',
  TERMS_URL: 'https://law.example/terms',
  CONTACT_URL: 'hello@people.example',
};

let folder: string;
let s: TestServer;
let nora: Person;
let song: string;
let request: string;

async function start(settings: Record<string, string>): Promise<TestServer> {
  const config = readConfig(settings);
  const opened = await branding.open!({} as TestServer['c'], config.branding, { config, isServer: true });
  return testServer({
    brand: opened.brand!,
    site: {
      folder,
      renderModule: path.join(import.meta.dirname, '../../server-render.tsx'),
      embedModule: path.join(import.meta.dirname, '../embeds/page.tsx'),
    },
  });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-brand-'));
  await cp(path.join(import.meta.dirname, '../../public'), folder, { recursive: true });
  await cp(path.join(import.meta.dirname, '../../index.html'), path.join(folder, 'index.html'));
  s = await start(SETTINGS);
  nora = await signUp(s, { tier: 'plus', name: 'Nora' });
  song = await publishTrack(s.c, { title: 'Aare', display_artist: 'Ilse', genre: 'jazz' });
  request = await createOpenRequest(s.c, nora.id, { votes: 3 });
});
afterAll(async () => {
  await s.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers = {}, server = s) =>
  server.app.inject({ url, headers: { host: 'o.test', ...headers } });

it('no page, feed, player or document names the product', async () => {
  const playlist = await call(s, 'POST /playlist', {
    token: nora.token,
    body: { name: 'Late', privacy: 'public' },
  });
  const { id } = playlist.body as { id: string };
  const named = [
    '/',
    '/?q=aare',
    '/leaderboard',
    `/leaderboard/${request}`,
    `/leaderboard/${request}?lamp=2`,
    `/tracks/${song}/aare`,
    `/tracks/${nora.id}`,
    '/genres',
    '/genres/jazz',
    '/genres/none',
    '/artists/ilse',
    '/charts',
    `/people/${nora.username}`,
    `/playlists/${id}`,
    '/login',
    '/index.html',
    '/nothing-here',
    '/manifest.webmanifest',
    '/feeds/new.xml',
    '/feeds/new.json',
    '/feeds/requests.xml',
    `/feeds/comments/request/${request}.xml`,
    '/feeds/genres/jazz.xml',
    '/feeds/artists/ilse.json',
    `/oembed?format=json&url=${encodeURIComponent(`http://o.test/tracks/${song}`)}`,
    `/embed/tracks/${song}`,
    `/embed/playlists/${id}`,
    '/openapi.json',
  ];
  const unnamed = [
    '/favicon.svg',
    '/default-cover.svg',
    '/rest/ping?f=json',
    '/sitemap.xml',
    '/llms.txt',
    '/robots.txt',
  ];
  for (const url of [...named, ...unnamed]) {
    const { payload } = await get(url);
    const about = payload.match(/.{0,40}Ovation.{0,20}/)?.[0];
    expect([url, about]).toEqual([url, undefined]);
    if (named.includes(url)) expect([url, /Müller &(#38;|amp;)? Söhne/.test(payload)]).toEqual([url, true]);
  }
  const { payload } = await get('/');
  expect(payload).toContain('<title>Müller &#38; Söhne – Songs from Bern.</title>');
  expect(payload).toContain('content="http://o.test/social/site.jpg?v=');
  expect(payload).toContain('--color-ember:#2e8bff');
  expect(payload).toMatch(/<h1>Songs from Bern\.<\/h1>/);
  expect(payload).toContain('<a href="https://law.example/terms" rel="noopener">Terms</a>');
  expect(payload).toContain('<a href="mailto:hello@people.example" rel="noopener">Contact</a>');
});

it('programs, passkeys, authenticator apps and mails have the name', async () => {
  const own = { token: nora.token };
  await call(s, 'POST /auth/confirmation', { ...own, body: { password: PASSWORD } });
  const app = await call(s, 'POST /auth/app-passwords', { ...own, body: { name: 'Player' } });
  const login = `u=${app.body.username}&p=${encodeURIComponent(app.body.password)}`;
  const rest = await get(`/rest/getMusicFolders?f=json&v=1.16.1&c=test&${login}`);
  expect(rest.json()['subsonic-response'].musicFolders.musicFolder).toEqual([{ id: 1, name: NAME }]);
  const factor = await call(s, 'POST /auth/second-factor', { ...own, body: { password: PASSWORD } });
  expect(JSON.stringify(factor.body)).toContain(`issuer=${encodeURIComponent(NAME)}`);
  const passkey = await s.app.inject({
    method: 'POST',
    url: '/auth/passkeys/challenge',
    headers: { host: 'localhost', ...nora.headers },
  });
  expect(passkey.json().rp).toEqual({ id: 'localhost', name: NAME });
  await call(s, 'POST /auth/signup', {
    body: { name: 'Bo', email: 'bo@people.example', password: PASSWORD },
  });
  await call(s, 'POST /auth/password-reset', { body: { email: nora.email } });
  await expect.poll(() => s.mails.length).toBeGreaterThanOrEqual(3);
  for (const { subject, text } of s.mails) {
    expect(subject + text).not.toMatch(/Ovation|\{site\}/);
    expect(subject + text).toContain(NAME);
  }
});

it('pictures are made of the accent, and change their addresses', async () => {
  const icon = await get('/icon-192.png');
  const { data } = await sharp(icon.rawPayload).raw().toBuffer({ resolveWithObject: true });
  let [blue, orange] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 2]! > 180 && data[at]! < 100) blue++;
    if (data[at]! > 180 && data[at + 2]! < 100) orange++;
  }
  expect([blue > 500, orange]).toEqual([true, 0]);
  const picture = await get('/social/site.jpg');
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
});

it('a page that was kept is sent again when a setting has changed', async () => {
  const { etag } = (await get('/genres')).headers as { etag: string };
  expect((await get('/genres', { 'if-none-match': etag })).statusCode).toBe(304);
  const other = await start({ ...SETTINGS, SITE_TAGLINE: 'Songs from Basel' });
  const answer = await get('/genres', { 'if-none-match': etag }, other);
  expect(answer.statusCode).toBe(200);
  await other.close();
});

it("the app's manifest keeps what the product's has, under the site's name", async () => {
  const manifest = (await get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({
    id: '/',
    name: NAME,
    short_name: NAME,
    categories: ['music', 'entertainment'],
  });
  // A shortcut must not load the page anew: music plays there.
  expect(manifest.launch_handler.client_mode[0]).toBe('focus-existing');
  for (const { url, icons } of manifest.shortcuts) {
    expect(pageAt(url), url).toBeDefined();
    for (const { src } of icons) expect((await get(src)).statusCode).toBe(200);
  }
  const { payload } = await get('/');
  for (const theme of ['light', 'dark'])
    expect(payload).toMatch(
      new RegExp(`<meta name="theme-color" content="#\\w{6}" media="\\(prefers-color-scheme: ${theme}\\)"`),
    );
});
