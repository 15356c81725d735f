import type { ArtistPage, GenreCount, GenrePage } from 'contract/extensions/places.ts';
import type { Track } from 'contract/features/tracks.ts';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { updateTrack } from '../../features/tracks/tracks.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { publishTrack } from '../../testing/server.ts';
import { worldOfGenre } from './genre-art.ts';

const s = serverOfFile();
beforeAll(async () => {
  await publishTrack(s.c, { title: 'Fljótavík', display_artist: 'Sigur Rós', genre: 'rock', popularity: 1 });
  await publishTrack(s.c, { title: 'Hoppípolla', display_artist: 'SIGUR ROS', genre: 'rock', popularity: 2 });
  await publishTrack(s.c, { title: 'Gone', display_artist: 'Sigur Rós', is_deleted: 1 });
  const release_date = '2099-01-01T00:00:00.000Z';
  await publishTrack(s.c, { title: 'Later', display_artist: 'Sigur Rós', genre: 'rock', release_date });
  await publishTrack(s.c, { title: 'Alike', display_artist: 'Else', genre: 'rock:post-rock' });
  await publishTrack(s.c, { title: 'Night', display_artist: '夜', genre: 'jazz:bebop' });
});

const get = async <T>(url: string) => {
  const answer = await s.app.inject({ url });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() as T };
};
const artistPage = async (slug: string) =>
  (await get<ArtistPage>(`/artist/${encodeURIComponent(slug)}/page`)).body;
const genrePage = async (slug: string) =>
  (await get<GenrePage>(`/genre/${encodeURIComponent(slug)}/page`)).body;
const titles = (tracks: Track[]) => tracks.map(({ title }) => title);

describe("an artist's page", () => {
  it('is one for spellings that differ by case or accents, and leaves out what nobody may hear', async () => {
    const page = await artistPage('sigur-ros');
    expect(page.artist).toMatchObject({ slug: 'sigur-ros', tracks: 2 });
    expect(titles(page.popular)).toEqual(['Hoppípolla', 'Fljótavík']);
    expect(page.newest).toEqual([]);
    expect(page.genres).toEqual(['rock']);
    expect(page.similar.map(({ track }) => track.title)).toContain('Alike');
    expect(page.similar.every(({ track }) => track.display_artist === 'Else')).toBe(true);
    expect((await artistPage('Sigur RÓS')).artist).toEqual(page.artist);
  });

  it('takes slugs of any script, and offers what is popular for an unknown one', async () => {
    expect((await artistPage('夜')).artist).toMatchObject({ name: '夜', tracks: 1 });
    for (const slug of ['nobody', ' ', '../x', "' or 1=1 --", '🎷', 'x'.repeat(500), 'ж'.repeat(500)]) {
      const page = await artistPage(slug);
      expect(page).toMatchObject({ artist: null, newest: [], similar: [] });
      expect(page.popular.length).toBeGreaterThan(0);
    }
    expect((await get(`/artist/${'x'.repeat(601)}/page`)).status).toBe(400);
    expect((await get('/artist/a%00b/page')).status).toBe(400);
  });

  it('shows the newest of those that are not most heard', async () => {
    for (let i = 0; i < 12; i++)
      await publishTrack(s.c, {
        title: `T${i}`,
        display_artist: 'Many',
        genre: 'blues',
        popularity: i < 8 ? 9 : 1,
      });
    for (const page of [await artistPage('many'), await genrePage('blues')]) {
      expect(page.popular).toHaveLength(8);
      expect(titles(page.newest)).toEqual(['T11', 'T10', 'T9', 'T8']);
    }
  });

  it('has a paged list', async () => {
    const first = await get<Track[]>('/artist/sigur-ros/track?limit=1&sort=newest');
    expect(titles(first.body)).toEqual(['Hoppípolla']);
    expect(first.headers['x-total-count']).toBe('2');
    const cursor = String(first.headers['x-next-cursor']);
    const second = await get<Track[]>(`/artist/sigur-ros/track?limit=1&sort=newest&cursor=${cursor}`);
    expect(titles(second.body)).toEqual(['Fljótavík']);
    expect(second.headers['x-next-cursor']).toBeUndefined();
    const popular = await get<Track[]>('/artist/sigur-ros/track?limit=1');
    const next = await get<Track[]>(
      `/artist/sigur-ros/track?limit=1&cursor=${popular.headers['x-next-cursor']}`,
    );
    expect(titles([...popular.body, ...next.body])).toEqual(['Hoppípolla', 'Fljótavík']);
    expect((await get('/artist/sigur-ros/track?cursor=x')).status).toBe(400);
    expect((await get<Track[]>('/artist/nobody/track')).body).toEqual([]);
  });

  it('follows a track to its new artist', async () => {
    const id = await publishTrack(s.c, { display_artist: 'Before', genre: 'folk' });
    await s.c.db.transaction().execute((tx) => updateTrack(tx, s.c.engine, id, { display_artist: 'Aftér' }));
    expect((await artistPage('before')).artist).toBeNull();
    expect((await artistPage('after')).artist).toEqual({ slug: 'after', name: 'Aftér', tracks: 1 });
    await s.c.db.transaction().execute((tx) => updateTrack(tx, s.c.engine, id, { is_deleted: 1 }));
    expect((await artistPage('after')).artist).toBeNull();
  });
});

describe('genres', () => {
  it('are listed in the order of the picker with their live tracks, sub-genres included', async () => {
    const { body } = await get<GenreCount[]>('/genre');
    expect(body).toHaveLength(32);
    expect(body[0]!.genre).toBe('pop');
    expect(body.find(({ genre }) => genre === 'rock')).toEqual({ genre: 'rock', tracks: 3 });
  });

  it('have a page with sub-genres, neighbors, the most heard and the newest', async () => {
    const page = await genrePage('rock');
    expect(page).toMatchObject({
      genre: { genre: 'rock', tracks: 3 },
      subs: [{ genre: 'rock:post-rock', tracks: 1 }],
    });
    expect(page.neighbors).toContain('metal');
    expect(titles(page.popular)).toEqual(['Hoppípolla', 'Fljótavík', 'Alike']);
    expect(page.newest).toEqual([]);
    const sub = await genrePage('Rock:Post-Rock');
    expect(sub).toMatchObject({ genre: { genre: 'rock:post-rock', tracks: 1 }, subs: [] });
    expect(titles(sub.popular)).toEqual(['Alike']);
  });

  it('that are unknown offer what is popular', async () => {
    for (const slug of ['nothing', 'rock:nothing', ':', ' ', 'constructor', 'x'.repeat(500), '夜']) {
      const page = await genrePage(slug);
      expect(page.genre).toBeNull();
      expect(page.popular.length).toBeGreaterThan(0);
    }
  });

  it('have pictures of their own', async () => {
    const draw = (genre: string) => s.app.inject({ url: `/art/genres/${genre}.svg` });
    const jazz = await draw('jazz');
    expect(jazz.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(jazz.payload).toMatch(/^<svg .*<\/svg>$/s);
    expect((await draw('jazz')).payload).toBe(jazz.payload);
    const { body } = await get<GenreCount[]>('/genre');
    const pictures = await Promise.all(body.map(async ({ genre }) => (await draw(genre)).payload));
    expect(new Set(pictures).size).toBe(32);
    // Neither a change of colors nor of one motif's numbers tells two genres apart: each parent has a motif of its own.
    expect(new Set(body.map(({ genre }) => worldOfGenre(genre).motif)).size).toBe(32);
    expect((await draw('nothing')).statusCode).toBe(404);
    expect((await draw('..%2f..%2fx')).statusCode).toBe(404);
  });
});

// Another engine has other plans.
if (!process.env.TEST_DATABASE_URL)
  describe('on SQLite', () => {
    it.each([
      ['/artist/sigur-ros/track?limit=1', 'track_by_artist_and_popularity'],
      ['/artist/sigur-ros/track?limit=1&sort=newest', 'track_by_artist_and_age'],
      ['/genre/rock/page', 'track_by_genre_parent_and_age'],
      ['/genre', 'track_by_release'],
    ])('%s reads only rows of indexes, in their order', async (url, index) => {
      const execute = vi.spyOn(s.c.db.getExecutor(), 'executeQuery');
      await get(url);
      const queries = execute.mock.calls.map(([query]) => query);
      execute.mockRestore();
      const plans: string[] = [];
      for (const { sql, parameters } of queries) {
        const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
        const { rows } = await s.c.db.executeQuery<{ detail: string }>(explained);
        plans.push(...rows.map(({ detail }) => detail));
      }
      expect(plans.join('\n')).toContain(` ${index} `);
      // The counts of genres are fewer than 400 rows, and so are the requests found by their index.
      expect(plans.filter((plan) => /^SCAN (?!genre_count|found|\(|\d)/.test(plan))).toEqual([]);
    });
  });
