// @vitest-environment jsdom

import { randomUUID } from 'node:crypto';
import { parseFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import podcasts from 'podcast-partytime';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { insertRows } from '../../testing/rows.ts';
import { type Person, publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();
let nora: Person;
let audio: string;
beforeAll(async () => {
  nora = await signUp(s, { tier: 'plus', name: 'Nora' });
  audio = await s.c.media.put(Buffer.alloc(4321, 7), 'mp3');
});

const get = (url: string, headers = {}) => s.app.inject({ url, headers: { host: 'o.test', ...headers } });
const errorOf = async (url: string) => {
  const answer = await get(url);
  return [answer.statusCode, answer.json().code];
};

async function playlistOf(tracks: string[], privacy: 'public' | 'private' = 'public'): Promise<string> {
  const id = randomUUID();
  const times = { created_at: 1, updated_at: 1 };
  await insertRows(s.c, 'playlist', {
    id,
    user_id: nora.id,
    name: 'Late & <b>loud</b>',
    privacy,
    is_deleted: 0,
    ...times,
  });
  for (const [position, track_id] of tracks.entries())
    await insertRows(s.c, 'playlist_track', {
      id: randomUUID(),
      playlist_id: id,
      track_id,
      position,
      created_at: 1000 * (position + 1),
    });
  return id;
}

const NAMESPACED = /^(atom|itunes|podcast):/;

/** Checks an RSS feed by the rules of rssboard.org and of podcast players. @returns its items. */
async function validRss(url: string): Promise<Element[]> {
  const { statusCode, headers, payload } = await get(url);
  expect([url, statusCode]).toEqual([url, 200]);
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  const xml = new DOMParser().parseFromString(payload, 'application/xml');
  expect(xml.querySelector('parsererror')?.textContent).toBeUndefined();
  const [channel, ...others] = xml.querySelectorAll('rss[version="2.0"] > channel');
  expect(others).toEqual([]);
  const children = (of: Element, name: string) => [...of.children].filter((one) => one.nodeName === name);
  const one = (of: Element, name: string) => {
    expect([name, children(of, name).length]).toEqual([name, 1]);
    return children(of, name)[0]!;
  };
  const textOf = (of: Element, name: string) => one(of, name).textContent!;

  for (const name of ['title', 'link', 'description', 'language', 'itunes:author', 'itunes:explicit'])
    expect(textOf(channel!, name)).not.toBe('');
  expect(one(channel!, 'atom:link').getAttribute('href')).toBe(`http://o.test${url}`);
  expect(one(channel!, 'atom:link').getAttribute('rel')).toBe('self');
  expect(one(channel!, 'itunes:category').getAttribute('text')).toBe('Music');
  expect(one(channel!, 'itunes:image').getAttribute('href')).toMatch(/\.png$/);
  // The title and the link of a channel's image are those of the channel.
  const image = one(channel!, 'image');
  for (const name of ['title', 'link']) expect(textOf(image, name)).toBe(textOf(channel!, name));

  const items = children(channel!, 'item');
  expect(children(channel!, 'lastBuildDate').length).toBe(items.length > 0 ? 1 : 0);
  expect(items.length).toBeLessThanOrEqual(100);
  const ids = items.map((item) => textOf(item, 'guid'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const item of items) {
    expect(one(item, 'guid').getAttribute('isPermaLink')).toBe('false');
    expect(textOf(item, 'pubDate')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(URL.canParse(textOf(item, 'link'))).toBe(true);
    for (const { nodeName } of item.children)
      expect(
        ['title', 'link', 'guid', 'pubDate', 'description', 'category', 'enclosure'].includes(nodeName) ||
          NAMESPACED.test(nodeName),
      ).toBe(true);
    for (const enclosure of children(item, 'enclosure')) {
      expect(Number(enclosure.getAttribute('length'))).toBeGreaterThan(0);
      expect(enclosure.getAttribute('type')).toMatch(/^audio\//);
      expect(enclosure.getAttribute('url')).toMatch(/^https?:\/\//);
      expect(Number(textOf(item, 'itunes:duration'))).toBeGreaterThan(0);
    }
  }
  return items;
}

/** Checks a feed by the rules of jsonfeed.org. */
async function validJson(url: string) {
  const { statusCode, headers, payload } = await get(url);
  expect([url, statusCode, headers['content-type']]).toEqual([
    url,
    200,
    'application/feed+json; charset=utf-8',
  ]);
  const feed = JSON.parse(payload);
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.any(String),
    feed_url: `http://o.test${url}`,
  });
  for (const item of feed.items) {
    expect(item).toMatchObject({ id: expect.any(String), content_text: expect.any(String) });
    expect(new Date(item.date_published).toISOString()).toBe(item.date_published);
    for (const attachment of item.attachments ?? [])
      expect(attachment).toMatchObject({
        url: expect.stringMatching(/^http/),
        mime_type: expect.stringMatching(/^audio\//),
        size_in_bytes: expect.any(Number),
      });
  }
  return feed;
}

it('feeds without items are valid', async () => {
  const empty = await playlistOf([]);
  for (const feed of ['new', 'genres/jazz:bebop', `playlists/${empty}`, 'requests']) {
    expect(await validRss(`/feeds/${feed}.xml`)).toEqual([]);
    expect((await validJson(`/feeds/${feed}.json`)).items).toEqual([]);
  }
});

describe('with songs', () => {
  const names = [
    ['夜のドライブ', '星野'],
    ['ليل طويل', 'فرقة'],
    ['<![CDATA[ & ]]> "quotes" \'n\'', 'A & B <script>'],
    ['Control\u0001\u000b\ufffe signs', 'Emoji 🎸'],
  ] as const;
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (const [title, display_artist] of names)
      ids.push(await publishTrack(s.c, { title, display_artist, genre: 'jazz:bebop', audio_url: audio }));
    await publishTrack(s.c, { title: 'Withdrawn', is_deleted: 1, audio_url: audio });
    await publishTrack(s.c, { title: 'Elsewhere', audio_url: 'https://elsewhere.example/a.mp3' });
  });

  it('a feed reader and a podcast player read what is there, in every script', async () => {
    await validRss('/feeds/genres/jazz.xml');
    const { payload } = await get('/feeds/genres/jazz.xml');
    const wanted = names
      .map(([title, artist]) => `${title} by ${artist}`.replace(/[\u0001\u000b\ufffe]/g, ''))
      .reverse();

    const read = parseRssFeed(payload);
    expect(read.items!.map((item) => item.title)).toEqual(wanted);
    expect(read.items![0]!.enclosures).toEqual([
      { url: `http://o.test${audio}`, length: 4321, type: 'audio/mpeg' },
    ]);

    const podcast = podcasts.parseFeed(payload);
    expect(podcast?.items.map((item) => item.title)).toEqual(wanted);
    expect(podcast?.items[0]).toMatchObject({
      duration: 60,
      explicit: false,
      enclosure: { url: `http://o.test${audio}`, length: 4321, type: 'audio/mpeg' },
    });
    expect(podcast?.items.map((item) => item.guid)).toEqual(ids.map((id) => `urn:uuid:${id}`).reverse());
    expect(podcast).toMatchObject({ medium: 'music', itunesCategory: ['Music'] });
  });

  it('JSON Feed says the same', async () => {
    const feed = await validJson('/feeds/genres/jazz:bebop.json');
    expect(feed.items.map((item: { id: string }) => item.id)).toEqual(
      ids.map((id) => `urn:uuid:${id}`).reverse(),
    );
    expect(feed.items[0].attachments).toEqual([
      {
        url: `http://o.test${audio}`,
        mime_type: 'audio/mpeg',
        size_in_bytes: 4321,
        duration_in_seconds: 60,
      },
    ]);
    expect(parseJsonFeed(JSON.stringify(feed)).items!.length).toBe(4);
    expect(parseFeed(JSON.stringify(feed)).format).toBe('json');
  });

  it('a file whose length nobody knows is no enclosure', async () => {
    const items = await validRss('/feeds/new.xml');
    const of = (name: string) => items.find((item) => item.textContent!.includes(name));
    expect(of('Elsewhere')!.querySelector('enclosure')).toBeNull();
    expect(of('Withdrawn')).toBeUndefined();
  });

  it('a reader that has the feed gets 304 until it changes', async () => {
    for (const url of ['/feeds/genres/jazz.xml', '/feeds/genres/jazz.json']) {
      const first = await get(url);
      const { etag } = first.headers as { etag: string };
      const again = await get(url, { 'if-none-match': `"other", W/${etag}` });
      expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag]);
    }
    const { etag } = (await get('/feeds/genres/jazz.xml')).headers as { etag: string };
    await publishTrack(s.c, { title: 'Another', genre: 'jazz', audio_url: audio });
    expect((await get('/feeds/genres/jazz.xml', { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('an artist has a feed under every spelling', async () => {
    const id = await publishTrack(s.c, { title: 'One', display_artist: 'Åsa Öst', audio_url: audio });
    for (const slug of ['asa-ost', 'ÅSA-ÖST']) {
      const [item, ...others] = parseRssFeed(
        (await get(`/feeds/artists/${encodeURIComponent(slug)}.xml`)).payload,
      ).items!;
      expect([item!.guid?.value, others]).toEqual([`urn:uuid:${id}`, []]);
    }
    expect((await validRss('/feeds/artists/asa-ost.xml')).length).toBe(1);
    expect(await errorOf('/feeds/artists/nobody.xml')).toEqual([404, 'not_found']);
  });

  it('a playlist keeps its order', async () => {
    const id = await playlistOf([ids[2]!, ids[0]!, ids[1]!]);
    const items = await validRss(`/feeds/playlists/${id}.xml`);
    expect(items.map((item) => item.querySelector('guid')!.textContent)).toEqual(
      [2, 0, 1].map((i) => `urn:uuid:${ids[i]}`),
    );
    const read = parseRssFeed((await get(`/feeds/playlists/${id}.xml`)).payload);
    expect(read.title).toBe('Late & <b>loud</b>');
    expect(read.itunes?.type).toBe('serial');
    expect(read.items!.map((item) => item.itunes?.episode)).toEqual([1, 2, 3]);
  });

  it('has at most 100 items, and asks for each size once', async () => {
    for (let i = 0; i < 101; i++) await publishTrack(s.c, { genre: 'rock', audio_url: audio });
    const { sizeOf } = s.c.media;
    let asked = 0;
    s.c.media.sizeOf = (address) => {
      asked++;
      return sizeOf(address);
    };
    expect((await validRss('/feeds/genres/rock.xml')).length).toBe(100);
    s.c.media.sizeOf = sizeOf;
    expect(asked).toBeLessThanOrEqual(1);
  });
});

it('the board is a feed of requests that votes do not change', async () => {
  const id = await createOpenRequest(s.c, nora.id, { title: 'Dawn & Dusk', votes: 1 });
  const hidden = await createOpenRequest(s.c, nora.id, { title: 'Hidden', votes: 1 });
  await s.c.db.updateTable('song_request').set({ in_review: 1 }).where('id', '=', hidden).execute();
  const [item, ...others] = await validRss('/feeds/requests.xml');
  expect(others).toEqual([]);
  expect(item!.querySelector('link')!.textContent).toBe(`http://o.test/leaderboard/${id}`);
  expect(item!.querySelector('title')!.textContent).toMatch(/^Dawn & Dusk by /);
  const { etag } = (await get('/feeds/requests.json')).headers;
  await s.c.db.updateTable('song_request').set({ votes: 2 }).where('id', '=', id).execute();
  expect((await get('/feeds/requests.json')).headers.etag).toBe(etag);
});

it('refuses what has no feed', async () => {
  const secret = await playlistOf([], 'private');
  expect(await errorOf(`/feeds/playlists/${secret}.xml`)).toEqual([404, 'not_found']);
  // A feed is for everyone: its owner gets no more.
  const own = await get(`/feeds/playlists/${secret}.xml`, nora.headers);
  expect(own.statusCode).toBe(404);
  expect(await errorOf(`/feeds/playlists/${randomUUID()}.json`)).toEqual([404, 'not_found']);
  expect(await errorOf('/feeds/genres/polka-of-mars.xml')).toEqual([404, 'not_found']);
  expect(await errorOf('/feeds/new.txt')).toEqual([400, 'bad_input']);
  expect(await errorOf('/feeds/nothing.xml')).toEqual([404, 'not_found']);
});
