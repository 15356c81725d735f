import { randomUUID } from 'node:crypto';
import { randomLyrics } from 'contract/testing/random-lyrics.ts';
import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { serverOfFile } from '../server/testing/hooks.ts';
import { createOpenRequest } from '../server/testing/requests.ts';
import { publishTrack, signUp } from '../server/testing/server.ts';
import { withExtensions } from '../server/testing/with-extensions.ts';
import { formatDateTime } from './lib/format.ts';
import { renderPage } from './server-render.tsx';
import { Time } from './ui/Time.tsx';

const s = serverOfFile();

const load = async (url: string) => (await s.app.inject({ url, headers: { host: 'o.test' } })).json();

withExtensions("renders a track's page so that it can be read and played without scripts", async () => {
  const id = await publishTrack(s.c, { title: 'Night Train', genre: 'jazz', musical_key: 'F major' });
  const similar = await publishTrack(s.c, { title: 'Day Train', genre: 'jazz' });
  const data = await load(`/track/${id}/page`);
  const { html, entries } = await renderPage(`/tracks/${id}`, { page: 'track', data });
  expect(html).toMatch(/<h1[^>]*>Night Train<\/h1>/);
  expect(html).toContain('F major');
  expect(html).toMatch(/<time dateTime="20[^"]+Z">\w+ \d+, 20\d\d<\/time>/);
  expect(html).toMatch(/<noscript><audio controls="" [^>]*src="http:\/\/o\.test\/media\/[^"]+\.mp3"/);
  expect(html).toContain(`href="/tracks/${similar}/day-train"`);
  expect(entries[0]![0]).toEqual(['track-page', id]);
});

it("renders a track's page with any lyrics", async () => {
  const id = await publishTrack(s.c, { title: 'Night Train' });
  await s.c.db.insertInto('lyrics').values({ track_id: id, text: '' }).execute();
  await fc.assert(
    fc.asyncProperty(randomLyrics, async (lyrics) => {
      // Both databases refuse these.
      const text = lyrics.replaceAll('\0', '').toWellFormed();
      await s.c.db.updateTable('lyrics').set({ text }).execute();
      const { html } = await renderPage(`/tracks/${id}`, {
        page: 'track',
        data: await load(`/track/${id}/page`),
      });
      expect(html).toMatch(/<h1[^>]*>Night Train<\/h1>/);
    }),
    { numRuns: 40 },
  );
});

it('a moment on a page without scripts names its zone, whatever the zone of the server is', () => {
  const at = Date.UTC(2026, 10, 22, 23, 30);
  const html = renderToString(<Time at={at} format={formatDateTime} />).replaceAll('<!-- -->', '');
  expect(html.replaceAll(/\s/g, ' ')).toBe(
    '<time dateTime="2026-11-22T23:30:00.000Z">November 22, 2026 at 11:30 PM<noscript> UTC</noscript></time>',
  );
});

it.each([randomUUID(), '%25ff', '%E5%A4%9C'])(
  'renders the page of a track that does not exist: %s',
  async (id) => {
    const data = await load(`/track/${id}/page`);
    const { html } = await renderPage(`/tracks/${id}`, { page: 'track', data });
    expect(html).toMatch(/<h1[^>]*>Track not found<\/h1>/);
  },
);

it('renders Explore', async () => {
  const data = { explore: await load('/explore'), asked: await load('/explore/asked') };
  const { html, entries, styles } = await renderPage('/', { page: 'explore', data });
  expect(html).toContain('New Releases');
  expect(entries).toEqual([
    [['explore', ''], data.explore],
    [['asked'], data.asked],
  ]);
  expect(styles).toBe('');
});

it('renders the board and a request so that they can be read without scripts', async () => {
  const nora = await signUp(s, { name: 'nora' });
  const input = { title: 'Salt', artist: 'Kestrel Avenue', genre: 'jazz:bebop', votes: 22 };
  const id = await createOpenRequest(s.c, nora.id, input);
  const board = await renderPage('/leaderboard?page=1', {
    page: 'board',
    data: await load('/requests/board?page=1'),
  });
  expect(board.entries[0]![0]).toEqual(['board', 'visitor', 1]);
  // Its style shows it to those who were free members last.
  expect(board.html).toMatch(/<div class="for-free">.*?Upgrade to Plus/);
  expect(board.html).toMatch(new RegExp(`<a [^>]*href="/leaderboard/${id}"[^>]*><bdi>Salt</bdi></a>`));
  for (const text of ['Kestrel Avenue', 'Bebop', 'Vote for Salt, 22 votes', 'Progress to Creation'])
    expect(board.html).toContain(text);
  const page = await renderPage(`/leaderboard/${id}?lamp=3`, {
    page: 'request',
    data: await load(`/requests/${id}`),
  });
  expect(page.entries[0]![0]).toEqual(['request', id, 'page', 'visitor']);
  expect(page.html).toMatch(/<h1[^>]*><bdi>Salt<\/bdi><\/h1>/);
  for (const text of ['Kestrel Avenue', 'Bebop', `<bdi>${nora.username}</bdi>`, 'Log in to light lamp 23'])
    expect(page.html.replaceAll('<!-- -->', '')).toContain(text);
});
