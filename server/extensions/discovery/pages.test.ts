import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repairAddress } from '../../platform/http/pages/site.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { publishTrack, signUp, type TestServer, testServer } from '../../testing/server.ts';

const TEMPLATE = `<html><head><!-- about --><title>Ovation</title><!-- /about --><!-- preload --></head>
<body><div id="root"><!-- content --></div><!-- data --><noscript><p>Ovation needs JavaScript for <a href="/genres">this</a>.</p></noscript></body></html>`;
/** Renders only which page it is: the real one is tested in web/server-render.test.tsx. */
const RENDERER = `export const renderPage = async (address, { page, data }) =>
  ({ html: '<main>' + page + ' ' + address + '</main>', styles: '.x{}', entries: [[[page], data]] });`;

let s: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ovation-pages-'));
  await writeFile(path.join(folder, 'index.html'), TEMPLATE);
  await writeFile(path.join(folder, 'render.mjs'), RENDERER);
  s = await testServer({ site: { folder, renderModule: path.join(folder, 'render.mjs') } });
});
afterAll(async () => {
  await s.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string, accept = '*/*') => {
  const answer = await s.app.inject({ url, headers: { host: 'o.test', accept } });
  return { status: answer.statusCode, type: answer.headers['content-type'], html: answer.payload };
};
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe("a track's page", () => {
  let id: string;
  beforeAll(async () => {
    id = await publishTrack(s.c, {
      title: 'Night "Train" <b>',
      display_artist: 'Ilse & Co',
      genre: 'jazz:bebop',
      duration_seconds: 75,
      cover_image_url: `/media/${'a'.repeat(32)}-640.webp`,
    });
  });

  it.each(['*/*', 'application/json', 'image/png', 'text/html'])('is HTML for Accept: %s', async (accept) => {
    for (const slug of ['', '/', '/any-slug', '/%E5%A4%9C', `/${'x'.repeat(500)}`]) {
      const page = await get(`/tracks/${id}${slug}`, accept);
      expect([slug, page.status, page.type]).toEqual([slug, 200, 'text/html; charset=utf-8']);
      expect(page.html).toContain(`<main>track /tracks/${id}</main>`);
    }
  });

  it('says what it is about to link previews and search engines', async () => {
    const { html } = await get(`/tracks/${id}/x?t=43`);
    const url = `http://o.test/tracks/${id}/night-train-b`;
    expect(html).toContain('<title>Night &#34;Train&#34; &#60;b&#62; by Ilse &#38; Co – Ovation</title>');
    expect(html).toContain(`<link rel="canonical" href="${url}" />`);
    expect(contentOf(html, 'og:type')).toBe('music.song');
    expect(contentOf(html, 'og:url')).toBe(url);
    expect(contentOf(html, 'og:image')).toMatch(
      new RegExp(`^http://o\\.test/social/tracks/${id}\\.jpg\\?v=\\d+$`),
    );
    expect(contentOf(html, 'music:duration')).toBe('75');
    expect(contentOf(html, 'og:audio')).toMatch(/^http:\/\/o\.test\/media\//);
    expect(contentOf(html, 'twitter:card')).toBe('summary_large_image');
    expect(contentOf(html, 'twitter:player')).toBeUndefined();
    expect(html).toContain(
      `<link rel="alternate" type="application/json+oembed" title="Night &#34;Train&#34; &#60;b&#62; by Ilse &#38; Co" href="http://o.test/oembed?url=${encodeURIComponent(url)}&#38;format=json" />`,
    );
    const jsonLd = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!);
    expect(jsonLd).toMatchObject({
      '@type': 'MusicRecording',
      name: 'Night "Train" <b>',
      url,
      duration: 'PT1M15S',
    });
    expect(html).not.toContain('needs JavaScript');
    const data = JSON.parse(/<script id="data" type="application\/json">(.*?)<\/script>/.exec(html)![1]!);
    expect(data).toMatchObject([[['track'], { track: { id } }]]);
  });

  it('offers its player to X, which frames it over https alone', async () => {
    const secure = await testServer({
      publicUrl: 'https://ovation.test',
      site: { folder, renderModule: path.join(folder, 'render.mjs') },
    });
    const track = await publishTrack(secure.c);
    const { payload } = await secure.app.inject({ url: `/tracks/${track}` });
    await secure.close();
    expect(contentOf(payload, 'twitter:card')).toBe('player');
    expect(contentOf(payload, 'twitter:player')).toBe(`https://ovation.test/embed/tracks/${track}`);
    expect(contentOf(payload, 'twitter:player:height')).toBe('172');
  });

  it('has status 404 or 410 without such a track, and is not indexed', async () => {
    const deleted = await publishTrack(s.c, { is_deleted: 1 });
    const later = await publishTrack(s.c, { release_date: '2099-01-01T00:00:00.000Z' });
    const statuses = [];
    for (const one of [deleted, randomUUID(), later, 'nonsense', '%00', '..%2f..%2fetc']) {
      const page = await get(`/tracks/${one}`);
      statuses.push(page.status);
      expect(contentOf(page.html, 'robots')).toBe('noindex');
      expect(page.html).not.toContain('rel="canonical"');
      expect(page.html).toContain('<main>track ');
    }
    expect(statuses).toEqual([410, 404, 404, 404, 404, 404]);
  });

  it('does not share its address with the call', async () => {
    expect((await get(`/track/${id}`, 'text/html')).type).toBe('application/json; charset=utf-8');
  });
});

describe('the pages of genres and artists', () => {
  it('say what they are about, under one address each', async () => {
    await publishTrack(s.c, { title: 'Vals', display_artist: 'Tríó <Norður>', genre: 'latin:norteño' });
    const artist = await get('/artists/Tríó Norður'.replaceAll(' ', '%20'));
    expect(artist.status).toBe(200);
    expect(artist.html).toContain('<title>Tríó &#60;Norður&#62; – Ovation</title>');
    expect(artist.html).toContain('<link rel="canonical" href="http://o.test/artists/trio-nor%C3%B0ur" />');
    expect(artist.html).toContain('<main>artist /artists/trio-nor%C3%B0ur</main>');
    const genre = await get('/genres/latin:norte%C3%B1o');
    expect(genre.html).toContain('<link rel="canonical" href="http://o.test/genres/latin:norte%C3%B1o" />');
    expect(contentOf(genre.html, 'description')).toContain('1 track of AI-generated Norteño');
    expect((await get('/genres')).html).toContain('<main>genres /genres</main>');
  });

  it('have status 404 without such a genre or artist, and are not indexed', async () => {
    for (const slug of ['nothing', '%20', '%F0%9F%8E%B7', '%00', '..%2f..%2fetc', 'x'.repeat(500)])
      for (const kind of ['artists', 'genres']) {
        const page = await get(`/${kind}/${slug}`);
        expect([page.status, contentOf(page.html, 'robots')]).toEqual([404, 'noindex']);
      }
  });
});

describe("a playlist's page", () => {
  async function playlist(privacy: 'public' | 'private'): Promise<string> {
    const { id: user_id } = await signUp(s, { tier: 'plus' });
    const row = { id: randomUUID(), user_id, name: 'Late & loud', privacy, is_deleted: 0 as const };
    await s.c.db
      .insertInto('playlist')
      .values({ ...row, created_at: 1, updated_at: 1 })
      .execute();
    return row.id;
  }

  it('leads readers to its feed and sites to its player', async () => {
    const id = await playlist('public');
    const { status, html } = await get(`/playlists/${id}`);
    expect(status).toBe(200);
    expect(html).toContain('<title>Late &#38; loud – Ovation');
    expect(html).toContain(`href="http://o.test/feeds/playlists/${id}.xml"`);
    const page = encodeURIComponent(`http://o.test/playlists/${id}`);
    expect(html).toContain(`href="http://o.test/oembed?url=${page}&#38;format=xml"`);
  });

  it('says nothing of a private one', async () => {
    const { status, html } = await get(`/playlists/${await playlist('private')}`);
    expect(status).toBe(200);
    expect(html).not.toMatch(/Late|feeds|oembed/);
  });
});

it('Explore and a public playlist have one address for search engines, however they were opened', async () => {
  const canonical = (path: string) => `<link rel="canonical" href="http://o.test${path}" />`;
  expect((await get('/?section=new')).html).toContain(canonical('/'));
  const nora = await signUp(s, { tier: 'plus' });
  const [open, own] = await Promise.all(
    ['public', 'private'].map(async (privacy) => {
      const payload = { name: privacy, privacy };
      const made = await s.app.inject({ method: 'POST', url: '/playlist', headers: nora.headers, payload });
      return made.json().id as string;
    }),
  );
  expect((await get(`/playlists/${open}/?x=1`)).html).toContain(canonical(`/playlists/${open}`));
  expect((await get(`/playlists/${own}`)).html).not.toContain('canonical');
});

it('the page of a person without a public profile has status 404 and is not indexed', async () => {
  for (const name of ['nobody', '%20', '%00', 'x'.repeat(500)]) {
    const page = await get(`/people/${name}`);
    expect([page.status, contentOf(page.html, 'robots')]).toEqual([404, 'noindex']);
  }
});

describe('the pages of song requests', () => {
  it('are drawn for visitors, each page of the board under its own address', async () => {
    const nora = await signUp(s);
    const ids = [];
    for (let votes = 0; votes < 11; votes++) ids.push(await createOpenRequest(s.c, nora.id, { votes }));
    const board = await get('/leaderboard');
    expect(board.html).toContain('<main>board /leaderboard</main>');
    expect(board.html).toContain('<title>Song requests – Ovation</title>');
    expect(board.html).toContain('<link rel="canonical" href="http://o.test/leaderboard" />');
    expect(board.html).toContain('href="http://o.test/feeds/requests.xml"');
    expect(board.html).not.toContain('needs JavaScript');
    expect((await get('/leaderboard?page=2')).html).toContain('<main>board /leaderboard?page=2</main>');
    const behind = (await get('/leaderboard?page=9')).html;
    expect(behind).toContain('<link rel="canonical" href="http://o.test/leaderboard?page=2" />');
    for (const page of ['x', '-1', '1.5', '2&page=1'])
      expect((await get(`/leaderboard?page=${page}`)).html).toContain('<main>board /leaderboard</main>');
    expect((await get('/leaderboard?page=101')).html).not.toContain('<main>');
    const request = await get(`/leaderboard/${ids[3]}?lamp=2`);
    expect(request.html).toContain(`<main>request /leaderboard/${ids[3]}?lamp=2</main>`);
    expect(request.html).not.toContain('needs JavaScript');
    expect(request.html).toContain(`<link rel="canonical" href="http://o.test/leaderboard/${ids[3]}" />`);
    const data = JSON.parse(
      /<script id="data" type="application\/json">(.*?)<\/script>/.exec(request.html)![1]!,
    );
    expect(data[0][1]).toMatchObject({ id: ids[3], votes: 3, requested_by: nora.username, own_votes: 0 });
  });

  it('say nothing of a request that is in review or missing', async () => {
    const nora = await signUp(s);
    const id = await createOpenRequest(s.c, nora.id, { title: 'Hidden words' });
    await s.c.db.updateTable('song_request').set({ in_review: 1 }).where('id', '=', id).execute();
    for (const one of [id, randomUUID(), 'nonsense']) {
      const page = await get(`/leaderboard/${one}`, 'text/html');
      expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.html).not.toMatch(/Hidden|<main>/);
    }
  });
});

describe('an address with malformed percent-encoding', () => {
  const go = async (url: string, accept = 'text/html,*/*;q=0.8') => {
    const { statusCode, headers } = await s.app.inject({ url, headers: { host: 'o.test', accept } });
    return { status: statusCode, location: headers.location, type: headers['content-type'] };
  };

  it('of a page leads to the page that says what is missing', async () => {
    for (const accept of ['text/html,*/*;q=0.8', '*/*']) {
      const { status, location } = await go('/tracks/%ff?t=4%', accept);
      expect([status, location]).toEqual([302, '/tracks/%25ff?t=4%']);
    }
    const page = await get('/tracks/%25ff', 'text/html');
    expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.html).toContain('<main>track ');
  });

  it('never leads to another site', () => {
    for (const start of ['//', '/\\', '///', '/\\/'])
      expect(repairAddress(`${start}evil.example/%ff`, undefined)).toBe('/evil.example/%25ff');
    expect(repairAddress('http://evil.example/%ff', undefined)).toBeUndefined();
  });

  it('of a call or a file is a JSON error', async () => {
    for (const url of ['/track/%ff', '/media/%', '/assets/%ff.js'])
      expect(await go(url)).toMatchObject({ status: 400, type: 'application/json; charset=utf-8' });
    expect((await go('/tracks/%ff', 'application/json')).status).toBe(400);
  });
});
