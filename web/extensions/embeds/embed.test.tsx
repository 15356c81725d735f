import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertRows } from '../../../server/testing/rows.ts';
import {
  type Person,
  publishTrack,
  signUp,
  type TestServer,
  testServer,
} from '../../../server/testing/server.ts';
import { buildEmbedScript } from '../../build/build-embed.ts';

/** The limit of scripts and styles together, bytes after gzip. */
const BUDGET = 25_000;

let s: TestServer;
let nora: Person;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-embed-'));
  await writeFile(path.join(folder, 'index.html'), '<html><head></head></html>');
  await writeFile(path.join(folder, 'render.mjs'), 'export const renderPage = async () => ({ html: "" });');
  s = await testServer({
    site: {
      folder,
      renderModule: path.join(folder, 'render.mjs'),
      embedModule: path.join(import.meta.dirname, 'page.tsx'),
    },
  });
  nora = await signUp(s, { tier: 'plus' });
});
afterAll(async () => {
  await s.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string, headers = {}) => {
  const {
    statusCode,
    headers: received,
    payload,
  } = await s.app.inject({
    url,
    headers: { host: 'o.test', ...headers },
  });
  return { status: statusCode, policy: String(received['content-security-policy']), html: payload };
};

async function playlistOf(tracks: string[], privacy: 'public' | 'private'): Promise<string> {
  const id = randomUUID();
  const times = { created_at: 1, updated_at: 1 };
  await insertRows(s.c, 'playlist', { id, user_id: nora.id, name: 'Late', privacy, is_deleted: 0, ...times });
  for (const [position, track_id] of tracks.entries())
    await insertRows(s.c, 'playlist_track', {
      id: randomUUID(),
      playlist_id: id,
      track_id,
      position,
      created_at: 1,
    });
  return id;
}

it('fits its budget', async () => {
  const script = await buildEmbedScript();
  const styles = await Promise.all(
    ['embed.css', '../../tokens.css'].map((file) => readFile(path.join(import.meta.dirname, file))),
  );
  const bytes = gzipSync(script).length + gzipSync(Buffer.concat(styles)).length;
  expect(bytes).toBeLessThan(BUDGET);
  // The script stands inside the document.
  expect(script).not.toMatch(/<\/script|<!--/i);
});

it('a song is a document that any page may frame, and only this one', async () => {
  const id = await publishTrack(s.c, {
    title: '</script><b>Night',
    display_artist: 'A & "B"',
    duration_seconds: 75,
  });
  const { status, policy, html } = await get(`/embed/tracks/${id}`);
  expect(status).toBe(200);
  expect(policy).toContain('frame-ancestors *');
  expect(policy).toMatch(/script-src 'sha256-[^' ]+';/);
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script!);
  for (const script of scripts)
    expect(policy).toContain(createHash('sha256').update(script).digest('base64'));
  expect(scripts.length).toBe(1);
  expect(html).not.toContain('<b>Night');
  expect(html).toContain('&lt;/script&gt;&lt;b&gt;Night</a>');
  expect(html).toContain('AI-generated');
  expect(html).toMatch(
    /<noscript><audio controls="" preload="none" src="http:\/\/o\.test\/media\/[^"]+\.mp3"/,
  );
  expect(JSON.parse(/<script id="data"[^>]*>(.*?)<\/script>/.exec(html)![1]!)).toMatchObject([
    { id, title: '</script><b>Night', seconds: 75, url: `http://o.test/tracks/${id}/script-b-night` },
  ]);
  for (const other of ['/', '/leaderboard', `/track/${id}`, '/embed/nothing', '/feeds/new.xml'])
    expect((await get(other)).policy).toContain("frame-ancestors 'none'");
});

it('follows the theme that the page asks for, or the system', async () => {
  const id = await publishTrack(s.c);
  const themeOf = async (query: string) =>
    /<html[^>]*>/.exec((await get(`/embed/tracks/${id}${query}`)).html)![0];
  expect(await themeOf('?theme=dark')).toContain('data-theme="dark"');
  expect(await themeOf('?theme=light')).toContain('data-theme="light"');
  expect(await themeOf('?theme=%22%3E')).toBe('<html lang="en" dir="ltr">');
});

it('says what is no longer there', async () => {
  const deleted = await publishTrack(s.c, { title: 'Secret name', is_deleted: 1 });
  const later = await publishTrack(s.c, { release_date: '2099-01-01T00:00:00.000Z' });
  const gone = await get(`/embed/tracks/${deleted}`);
  expect([gone.status, gone.html.includes('This song was removed.')]).toEqual([410, true]);
  expect(gone.html).not.toContain('Secret name');
  expect(gone.policy).toContain('frame-ancestors *');
  for (const id of [later, randomUUID(), 'nonsense', '%00']) {
    const missing = await get(`/embed/tracks/${id}`);
    expect([missing.status, missing.html.includes('This song was not found.')]).toEqual([404, true]);
  }
});

it('a public playlist is a list of its live songs; a private one is not found, for its owner too', async () => {
  const songs = [await publishTrack(s.c, { title: 'One' }), await publishTrack(s.c, { title: 'Two' })];
  const removed = await publishTrack(s.c, { title: 'Gone', is_deleted: 1 });
  const { status, html } = await get(
    `/embed/playlists/${await playlistOf([songs[1]!, removed, songs[0]!], 'public')}`,
  );
  expect(status).toBe(200);
  expect([...html.matchAll(/class="name"[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(['Two', 'One']);
  const empty = await get(`/embed/playlists/${await playlistOf([], 'public')}`);
  expect([empty.status, empty.html.includes('This playlist is empty.')]).toEqual([200, true]);
  const secret = await playlistOf(songs, 'private');
  for (const headers of [{}, nora.headers]) {
    const hidden = await get(`/embed/playlists/${secret}`, headers);
    expect([hidden.status, hidden.html.includes('not found'), hidden.html.includes('One')]).toEqual([
      404,
      true,
      false,
    ]);
  }
});
