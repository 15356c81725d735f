import { randomUUID } from 'node:crypto';
import { Track } from 'contract/features/tracks.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { publishTrack } from '../../testing/server.ts';

const s = serverOfFile();

const get = async (url: string) => {
  const answer = await s.app.inject({ url, headers: { host: 'ovation.test' } });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const titles = (tracks: Track[]) => tracks.map((track) => track.title);

describe('an empty catalogue', () => {
  it('returns an empty list and three empty sections', async () => {
    const list = await get('/track');
    expect(list).toMatchObject({ status: 200, body: [] });
    expect(list.headers['x-total-count']).toBe('0');
    expect((await get('/explore')).body).toEqual({
      newReleases: [],
      mostPopular: [],
      trendingNow: [],
      recording: null,
    });
  });
});

describe('the catalogue', () => {
  beforeAll(async () => {
    s.time.now += 60_000; // later than cached totals expire
    const { c } = s;
    await publishTrack(c, {
      title: 'Café del Mar',
      display_artist: 'Ilse Varga Trio',
      popularity: 9,
      genre: 'jazz:bebop',
    });
    await publishTrack(c, {
      title: 'Neon Monsoon',
      display_artist: 'Kestrel Avenue',
      popularity: 8,
      genre: 'electronic-dance:synthwave',
    });
    await publishTrack(c, { title: 'Monsoon', display_artist: 'Dormouse', popularity: 1, genre: 'jazz' });
    await publishTrack(c, {
      title: 'Slow Neon',
      display_artist: 'MÖTLEY Øst',
      popularity: 7,
      genre: 'jazzy-nonsense',
    });
    await publishTrack(c, { title: '100% Wool_Coat', display_artist: 'Fenwick & Rose', popularity: 6 });
    await publishTrack(c, { title: 'Withdrawn Monsoon', is_deleted: 1, popularity: 99 });
    await publishTrack(c, {
      title: 'Unreleased Monsoon',
      release_date: '2999-01-01T00:00:00.000Z',
      popularity: 99,
    });
    for (let i = 0; i < 5; i++) await publishTrack(c, { title: `Filler ${i}` });
  });

  it('lists live tracks, most popular first, then newest, in the shape of the contract', async () => {
    const { body, headers } = await get('/track');
    expect(titles(body)).toEqual([
      'Café del Mar',
      'Neon Monsoon',
      'Slow Neon',
      '100% Wool_Coat',
      'Monsoon',
      'Filler 4',
      'Filler 3',
      'Filler 2',
      'Filler 1',
      'Filler 0',
    ]);
    expect(headers['x-total-count']).toBe('10');
    for (const track of body)
      expect(Object.keys(Track.parse(track)).sort()).toEqual(Object.keys(track).sort());
    expect(body[0]).toMatchObject({
      genre: 'jazz:bebop',
      is_deleted: false,
      audio_url: 'http://ovation.test/media/00000000000000000000000000000000.mp3',
    });
  });

  it('lists the newest first with sort=newest', async () => {
    expect(titles((await get('/track?sort=newest&limit=3')).body)).toEqual([
      'Filler 4',
      'Filler 3',
      'Filler 2',
    ]);
  });

  it.each(['popular', 'newest'])(
    'pages through all tracks by cursor without repeating one (%s)',
    async (sort) => {
      const whole = titles((await get(`/track?sort=${sort}`)).body);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await get(`/track?sort=${sort}&limit=3${cursor ? `&cursor=${cursor}` : ''}`);
        expect(page.headers['x-total-count']).toBe('10');
        paged.push(...titles(page.body));
        cursor = page.headers['x-next-cursor'] as string | undefined;
      } while (cursor);
      expect(paged).toEqual(whole);
    },
  );

  it('pages through a search in the order of its results', async () => {
    const first = await get('/track?q=o&limit=2');
    const second = await get(`/track?q=o&limit=200&cursor=${first.headers['x-next-cursor']}`);
    const whole = await get('/track?q=o');
    expect([...titles(first.body), ...titles(second.body)]).toEqual(titles(whole.body));
    expect(first.headers['x-total-count']).toBe(String(whole.body.length));
  });

  it.each([
    ['monsoon', ['Monsoon', 'Neon Monsoon'], 'the exact title first, although less popular'],
    ['neo', ['Neon Monsoon', 'Slow Neon'], 'the prefix first'],
    ['CAFE', ['Café del Mar'], 'ignores case and accents'],
    ['café', ['Café del Mar'], 'accents in the search'],
    ['motley ost', ['Slow Neon'], 'letters with strokes'],
    ['varga mar', ['Café del Mar'], 'words of title and artist together'],
    ['  neon   monsoon ', ['Neon Monsoon'], 'white space'],
    ['100%', ['100% Wool_Coat'], 'wildcards are literal'],
    ['l_c', ['100% Wool_Coat'], 'one-letter wildcards are literal'],
    ['"', [], 'quotes'],
    ['mon* OR filler', [], 'no query language'],
    ['un', [], 'two letters, only live tracks'],
    ['ar', ['Café del Mar'], 'two letters in the middle'],
  ])('finds %j: %j (%s)', async (q, expected) => {
    const { status, body } = await get(`/track?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    expect(titles(body)).toEqual(expected);
  });

  it('returns everything for a blank search', async () => {
    expect((await get('/track?q=%20%20')).body).toHaveLength(10);
    expect((await get('/track?q=')).body).toHaveLength(10);
  });

  it('filters by genre; parents include their sub-genres', async () => {
    expect(titles((await get('/track?genre=jazz')).body)).toEqual(['Café del Mar', 'Monsoon']);
    expect(titles((await get('/track?genre=jazz:bebop')).body)).toEqual(['Café del Mar']);
    expect((await get('/track?genre=jazz:')).body).toEqual([]);
  });

  it("returns Explore's sections: the newest of all tracks, and the first eight of the search", async () => {
    const all = (await get('/explore')).body;
    expect(titles(all.newReleases)).toEqual(['Filler 4', 'Filler 3', 'Filler 2', 'Filler 1']);
    expect(titles(all.mostPopular)).toEqual(['Café del Mar', 'Neon Monsoon', 'Slow Neon', '100% Wool_Coat']);
    expect(titles(all.trendingNow)).toEqual(['Monsoon', 'Filler 0', 'Filler 4', 'Filler 3']);
    const found = (await get('/explore?q=neon')).body;
    expect(titles(found.newReleases)).toEqual(titles(all.newReleases));
    expect(titles(found.mostPopular)).toEqual(['Neon Monsoon', 'Slow Neon']);
    expect(found.trendingNow).toEqual([]);
  });

  it('returns one track, and 404 for unknown, deleted and unreleased ones', async () => {
    const [first] = (await get('/track?limit=1')).body;
    expect((await get(`/track/${first.id}`)).body).toEqual(first);
    const hidden = await s.c.db
      .selectFrom('track')
      .select('id')
      .where('title', 'in', ['Withdrawn Monsoon', 'Unreleased Monsoon'])
      .execute();
    expect(hidden).toHaveLength(2);
    for (const id of [randomUUID(), ...hidden.map((row) => row.id)]) {
      expect(await get(`/track/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});

describe('bad input', () => {
  it.each([
    ['/track?limit=0', 'limit'],
    ['/track?limit=-1', 'limit'],
    ['/track?limit=1000000000', 'limit'],
    ['/track?limit=NaN', 'limit'],
    ['/track?limit=1.5', 'limit'],
    ['/track?limit=', 'limit'],
    ['/track?limit=5&limit=6', 'limit'],
    ['/track?sort=random', 'sort'],
    ['/track?q=%00', 'q'],
    [`/track?q=${'x'.repeat(10_240)}`, 'q'],
    ['/explore?q=a%00b', 'q'],
    ['/track/not-an-id', 'id'],
    ['/track/1%27%20or%201=1', 'id'],
    [`/track?cursor=${'x'.repeat(600)}`, 'cursor'],
  ])('%s is a 400 that names the field', async (url, field) => {
    const { status, body } = await get(url);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'bad_input', field });
    expect(body.message).toMatch(/\S.*\.$/);
  });

  it.each([
    'x',
    Buffer.from('null').toString('base64url'),
    Buffer.from('[9,0,0,"x"]').toString('base64url'),
    Buffer.from('[0,1e999,0,"6e7a14c2-0000-4000-8000-000000000000"]').toString('base64url'),
    Buffer.from('[2,"; drop table track",0,"x"]').toString('base64url'),
  ])('a forged cursor %s is a 400', async (cursor) => {
    expect(await get(`/track?cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'bad_cursor' } });
  });

  it.each([
    '/track?q=%ED%A0%80',
    '/track?q=%FF%FE',
    '/track?q=%',
    '/track/%E0%A4%A',
    '/nowhere',
    '/track/',
    '//track',
  ])('%s is never a 5xx', async (url) => {
    const { status, body } = await get(url);
    if (status !== 200) expect(body.message).toMatch(/\S/);
    expect(status).toBeLessThan(500);
  });
});
