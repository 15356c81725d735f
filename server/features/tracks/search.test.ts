import type { Track } from 'contract/features/tracks.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { type Person, publishTrack, signUp } from '../../testing/server.ts';

/** Exceeds both the matches that a search ranks and the popular tracks that it scans. */
const COMMON = 5200;
const AT_ONCE = 10;

const RELEASED = { release_date: '2020-01-01T00:00:00.000Z' };

const s = serverOfFile();
let admin: Person;
beforeAll(async () => {
  admin = await signUp(s, { tier: 'admin' });
  const { c } = s;
  // Few at once: on a busy machine, others would wait too long for a connection.
  for (let i = 0; i < COMMON; i += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, j) =>
        publishTrack(c, {
          title: `Common Ground ${i + j}`,
          display_artist: 'The Crowd',
          popularity: 10_000 - i - j,
          genre: j % 2 === 0 ? 'pop' : 'rock:garage',
          ...RELEASED,
        }),
      ),
    );
  await publishTrack(c, {
    title: 'Common',
    display_artist: 'Nobody',
    popularity: 1,
    genre: 'folk',
    ...RELEASED,
  });
});

const list = async (query: string) => {
  const { headers, body } = await call(s, `GET /track?${query}`);
  return {
    titles: (body as Track[]).map(({ title }) => title),
    total: Number(headers['x-total-count']),
    headers,
  };
};

describe('a search for a common word', () => {
  it('finds an unpopular exact title first, then the most popular tracks', async () => {
    const { titles } = await list('q=common&limit=3');
    expect(titles).toEqual(['Common', 'Common Ground 0', 'Common Ground 1']);
  });

  it('is paged without repeating a track', async () => {
    const first = await list('q=common&limit=200');
    const second = await list(`q=common&limit=200&cursor=${first.headers['x-next-cursor']}`);
    expect(new Set([...first.titles, ...second.titles]).size).toBe(400);
    expect(second.total).toBe(first.total);
  });

  it('is bounded: the total counts only the tracks that it considered', async () => {
    const { total } = await list('q=common');
    expect(total).toBeGreaterThan(4000);
    expect(total).toBeLessThan(COMMON);
  });

  it('can be filtered by genre', async () => {
    expect((await list('q=common&genre=folk')).titles).toEqual(['Common']);
    expect((await list('q=common&genre=rock&limit=1')).titles).toEqual(['Common Ground 1']);
  });

  it('finds single letters among the most popular tracks', async () => {
    expect((await list('q=c&limit=1')).titles).toEqual(['Common Ground 0']);
    expect((await list('q=zq')).titles).toEqual([]);
  });
});

describe('the total of a genre', () => {
  const total = async (genre: string) => (await list(`genre=${genre}&limit=1`)).total;

  it('counts sub-genres with their parent', async () => {
    expect(await total('rock')).toBe(COMMON / 2);
    expect(await total('rock:garage')).toBe(COMMON / 2);
    expect(await total('rock:grunge')).toBe(0);
  });

  it('is updated when a track is withdrawn, restored, or gets another genre', async () => {
    const id = await publishTrack(s.c, { genre: 'ambient', ...RELEASED });
    const later = { release_date: '2999-01-01T00:00:00.000Z' };
    await publishTrack(s.c, { genre: 'ambient', ...later });
    const edit = (body: object) => call(s, `PATCH /track/${id}`, { headers: admin.headers, body });
    const counts = async () => [
      await total('ambient'),
      await total('ambient:drone'),
      (await list('limit=1')).total,
    ];
    const [, , all] = await counts();
    expect(await counts()).toEqual([1, 0, all]);
    await edit({ genre: 'ambient:drone' });
    expect(await counts()).toEqual([1, 1, all]);
    await edit({ is_deleted: true });
    expect(await counts()).toEqual([0, 0, all! - 1]);
    await edit({ is_deleted: true });
    expect(await counts()).toEqual([0, 0, all! - 1]);
    await edit({ is_deleted: false });
    expect(await counts()).toEqual([1, 1, all]);
  });
});
