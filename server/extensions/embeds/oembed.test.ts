import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { publishTrack, signUp } from '../../testing/server.ts';

const s = serverOfFile();
let track: string;
beforeAll(async () => {
  track = await publishTrack(s.c, {
    title: 'Night & "Train"',
    display_artist: 'Ilse',
    cover_image_url: `/media/${'a'.repeat(32)}-640.webp`,
  });
});

const get = async (query: Record<string, string>) => {
  const answer = await s.app.inject({ url: '/oembed', query, headers: { host: 'o.test' } });
  return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.payload };
};

async function playlist(privacy: 'public' | 'private'): Promise<string> {
  const { id: user_id } = await signUp(s, { tier: 'plus' });
  const id = randomUUID();
  const times = { created_at: 1, updated_at: 1 };
  const row = { id, user_id, name: 'Late', privacy, is_deleted: 0 as const, ...times };
  await s.c.db.insertInto('playlist').values(row).execute();
  return id;
}

it('describes the player of a song', async () => {
  const { status, type, text } = await get({ url: `http://o.test/tracks/${track}/any-slug?t=3` });
  expect([status, type]).toEqual([200, 'application/json; charset=utf-8']);
  const answer = JSON.parse(text);
  expect(answer).toMatchObject({
    version: '1.0',
    type: 'rich',
    provider_name: 'Ovation',
    title: 'Night & "Train" by Ilse',
    author_name: 'Ilse',
    author_url: 'http://o.test/artists/ilse',
    thumbnail_url: `http://o.test/media/${'a'.repeat(32)}-640.webp`,
    width: 640,
    height: 172,
  });
  expect(answer.html).toContain(`src="http://o.test/embed/tracks/${track}"`);
  expect(answer.html).toContain('title="Night &#38; &#34;Train&#34; by Ilse"');
});

it('keeps within the size that a page allows', async () => {
  const { text } = await get({ url: `http://o.test/tracks/${track}`, maxwidth: '320', maxheight: '100' });
  expect(JSON.parse(text)).toMatchObject({
    width: 320,
    height: 100,
    html: expect.stringContaining('width="320" height="100"'),
  });
});

it('describes a public playlist, also as XML', async () => {
  const id = await playlist('public');
  const { status, type, text } = await get({ url: `http://o.test/playlists/${id}`, format: 'xml' });
  expect([status, type]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(text).toContain('<title>Late</title>');
  expect(text).toContain('<height>430</height>');
  expect(text).toContain(`&#60;iframe src=&#34;http://o.test/embed/playlists/${id}&#34;`);
});

it.each([
  ['another host', () => `http://elsewhere.test/tracks/${track}`],
  ['another scheme', () => `https://o.test/tracks/${track}`],
  ['another page', () => 'http://o.test/leaderboard'],
  ['no address', () => 'nonsense'],
  ['an unknown track', () => `http://o.test/tracks/${randomUUID()}`],
  ['a private playlist', async () => `http://o.test/playlists/${await playlist('private')}`],
])('does not know %s', async (_, url) => {
  expect((await get({ url: await url() })).status).toBe(404);
});

it('refuses other formats and sizes', async () => {
  const url = `http://o.test/tracks/${track}`;
  const refused = await get({ url, format: 'yaml' });
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([501, 'unknown_format']);
  expect((await get({ url, maxwidth: 'wide' })).status).toBe(400);
  expect((await get({})).status).toBe(400);
});
