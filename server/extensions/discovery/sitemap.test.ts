// @vitest-environment jsdom

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();

const get = (url: string) => s.app.inject({ url, headers: { host: 'o.test' } });

/** The addresses in a sitemap, which must be well-formed XML. */
async function locationsOf(url: string): Promise<string[]> {
  const { statusCode, headers, payload } = await get(url);
  expect([url, statusCode, headers['content-type']]).toEqual([url, 200, 'application/xml; charset=utf-8']);
  const sitemap = new DOMParser().parseFromString(payload, 'application/xml');
  expect(sitemap.querySelector('parsererror')).toBeNull();
  return [...sitemap.querySelectorAll('loc')].map((location) => location.textContent);
}

/** Makes the next track the one after this row number. */
const skipTo = (seq: number) =>
  (s.c.engine.kind === 'sqlite'
    ? sql`update sqlite_sequence set seq = ${seq} where name = 'track'`
    : sql`select setval(pg_get_serial_sequence('track', 'seq'), ${seq})`
  ).execute(s.c.db);

it('robots.txt names the sitemap and keeps personal pages out', async () => {
  const { payload, headers } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(payload.split('\n')).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /library', 'Sitemap: http://o.test/sitemap.xml']),
  );
  // A prefix of `/tracks/…` would hide every song.
  const hidden = [...payload.matchAll(/^Disallow: (.*)$/gm)].map(([, prefix]) => prefix!);
  expect(hidden.filter((prefix) => '/tracks/1/song'.startsWith(prefix))).toEqual([]);
});

it('an empty catalog has a valid sitemap', async () => {
  expect(await locationsOf('/sitemap.xml')).toEqual(['http://o.test/sitemap-pages.xml']);
  expect(await locationsOf('/sitemap-pages.xml')).toEqual(
    ['', 'leaderboard', 'genres', 'charts'].map((path) => `http://o.test/${path}`),
  );
});

it('lists live tracks, their artists and visible requests in parts', async () => {
  await publishTrack(s.c, { is_deleted: 1 });
  await publishTrack(s.c, { release_date: '2099-01-01T00:00:00.000Z' });
  const nora = await signUp(s);
  const open = await createOpenRequest(s.c, nora.id, { title: 'Open', votes: 1 });
  const hidden = await createOpenRequest(s.c, nora.id, { title: 'Hidden', votes: 1 });
  await s.c.db.updateTable('song_request').set({ in_review: 1 }).where('id', '=', hidden).execute();
  await skipTo(1000);
  // The first track of the second part.
  const live = await publishTrack(s.c, { title: 'Salt & Light', display_artist: 'Ínês Sal' });
  await publishTrack(s.c, { title: 'Again', display_artist: 'Ines Sal' });

  expect(await locationsOf('/sitemap.xml')).toEqual(
    ['pages', 'tracks-1', 'tracks-2', 'requests-1'].map((part) => `http://o.test/sitemap-${part}.xml`),
  );
  expect(await locationsOf('/sitemap-pages.xml')).toContain('http://o.test/genres/pop');
  expect(await locationsOf('/sitemap-tracks-1.xml')).toEqual([]);
  const second = await locationsOf('/sitemap-tracks-2.xml');
  expect(second).toHaveLength(3);
  expect(second).toContain(`http://o.test/tracks/${live}/salt-and-light`);
  expect(second).toContain('http://o.test/artists/ines-sal');
  expect(await locationsOf('/sitemap-requests-1.xml')).toEqual([`http://o.test/leaderboard/${open}`]);
});

it.each(['tracks-0', 'tracks-3', 'tracks-x', 'tracks-1.5', 'tracks-99999999', 'requests-2', 'nothing'])(
  'sitemap-%s.xml is not found',
  async (part) => {
    expect((await get(`/sitemap-${part}.xml`)).statusCode).toBe(404);
  },
);
