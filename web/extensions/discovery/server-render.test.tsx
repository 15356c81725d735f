import { expect, it } from 'vitest';
import { updateCharts } from '../../../server/extensions/charts/charts.ts';
import { serverOfFile } from '../../../server/testing/hooks.ts';
import { publishTrack } from '../../../server/testing/server.ts';
import { renderPage } from '../../server-render.tsx';

const s = serverOfFile();

const load = async (url: string) => (await s.app.inject({ url, headers: { host: 'o.test' } })).json();

it.each([
  [
    '/genres/latin:norte%C3%B1o',
    'genre',
    '/genre/latin:norte%C3%B1o/page',
    'Norteño',
    ['genre-page', 'latin:norteño'],
  ],
  ['/artists/%E5%A4%9C', 'artist', '/artist/%E5%A4%9C/page', '夜', ['artist-page', '夜']],
  ['/genres', 'genres', '/genre', 'Genres', ['genres']],
] as const)(
  'renders %s so that it can be read and played without scripts',
  async (page, name, url, title, key) => {
    const id = await publishTrack(s.c, { title: 'Vals', genre: 'latin:norteño', display_artist: '夜' });
    const content = { page: name, data: await load(url) } as Parameters<typeof renderPage>[1];
    const { html, entries } = await renderPage(page, content);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(entries[0]![0]).toEqual(key);
    if (name === 'genres') return expect(html).toContain('href="/genres/latin"');
    expect(html).toContain(`href="/tracks/${id}/vals"`);
    expect(html).toMatch(
      /<noscript><ol [^>]*><li>Vals<audio controls="" [^>]*src="http:\/\/o\.test\/media\//,
    );
  },
);

it('renders a chart so that it can be read and played without scripts', async () => {
  const id = await publishTrack(s.c, { title: 'Hit', genre: 'jazz', plays: 3 });
  await updateCharts(s.c);
  const content = { page: 'charts', data: await load('/chart/all?genre=jazz') } as const;
  const { html, entries } = await renderPage('/charts?chart=all&genre=jazz', content);
  expect(entries[0]![0]).toEqual(['chart', 'all', 'jazz']);
  expect(html).toContain('3 listens');
  expect(html).toContain(`href="/tracks/${id}/hit"`);
  expect(html).toMatch(
    /<a [^>]*href="\/charts\?chart=all&amp;genre=jazz"[^>]*aria-current="page"|aria-current="page"[^>]*href="\/charts\?chart=all&amp;genre=jazz"/,
  );
  expect(html).toMatch(/<li>Hit<audio controls/);
});
