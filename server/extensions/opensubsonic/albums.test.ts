import { slugOf } from 'contract/text/slugs.ts';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { serverOfFile } from '../../testing/hooks.ts';
import { PASSWORD, signUp } from '../../testing/server.ts';

const s = serverOfFile();
let token: string;
let apiKey: string;
beforeAll(async () => {
  ({ token } = await signUp(s, { tier: 'admin' }));
  await call(s, 'POST /auth/confirmation', { token, body: { password: PASSWORD } });
  apiKey = (await call(s, 'POST /auth/app-passwords', { token, body: { name: 'Player' } })).body.password;
});

async function ask(name: string, query: string) {
  const url = `/rest/${name}?f=json&apiKey=${apiKey}&${query}`;
  return (await s.app.inject({ url, headers: { host: 'localhost' } })).json()['subsonic-response'];
}

interface Song {
  id: string;
  display_artist: string;
  release_date: string;
  duration_seconds: number;
  is_deleted: boolean;
}

/** Albums of the songs that can be heard, counted one by one. */
function albumsOf(songs: Song[]) {
  const now = new Date(s.time.now).toISOString();
  const live = songs.filter((song) => !song.is_deleted && song.release_date <= now);
  const albums = Map.groupBy(
    live,
    (song) => `al-${slugOf(song.display_artist)}-${song.release_date.slice(0, 4)}`,
  );
  return [...albums]
    .map(([id, group]) => ({
      id,
      songCount: group.length,
      duration: group.reduce((sum, song) => sum + song.duration_seconds, 0),
      songs: group.map((song) => song.id).sort(),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function expectAlbums(songs: Song[]) {
  const expected = albumsOf(songs);
  const { album } = (await ask('getAlbumList2', 'type=alphabeticalByArtist&size=500')).albumList2;
  const found = [];
  for (const { id, songCount, duration } of album) {
    const { song } = (await ask('getAlbum', `id=${encodeURIComponent(id)}`)).album;
    const ids = song.map((one: Song) => one.id).sort();
    found.push({ id, songCount, duration, songs: ids });
  }
  expect(found).toEqual(expected);
  const { artist } = (await ask('search3', 'query=&songCount=0&albumCount=0&artistCount=500')).searchResult3;
  const counts = Map.groupBy(expected, ({ id }) => id.slice('al-'.length, -'-2024'.length));
  expect(artist.map((one: { id: string; albumCount: number }) => [one.id, one.albumCount])).toEqual(
    [...counts].map(([slug, albums]) => [`ar-${slug}`, albums.length]),
  );
}

const step = fc.record({
  what: fc.constantFrom('publish', 'delete', 'restore', 'display_artist', 'release_date', 'duration_seconds'),
  which: fc.nat(),
  song: fc.record({
    display_artist: fc.constantFrom('Ann', 'ÁNN', 'Bob & Co', 'Zoë'),
    release_date: fc
      .tuple(fc.constantFrom('2024', '2025', '2026', '2027'), fc.constantFrom('01-01', '05-31', '12-31'))
      .map(([year, day]) => `${year}-${day}T23:59:59.000Z`),
    duration_seconds: fc.integer({ min: 1, max: 5000 }),
  }),
});

it('after any changes, albums are what counting all songs gives, also when scheduled songs come out', async () => {
  const songs: Song[] = [];
  const start = s.time.now;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      s.time.now = start;
      for (const { what, which, song } of steps) {
        const old = songs[which % songs.length];
        if (what === 'publish' || !old) {
          const body = { ...song, title: 'Song', genre: 'pop', audio_url: 'https://audio.example/a.mp3' };
          const { id } = (await call(s, 'POST /track', { token, body })).body;
          songs.push({ ...song, id, is_deleted: false });
          continue;
        }
        const change =
          what in song ? { [what]: song[what as keyof typeof song] } : { is_deleted: what === 'delete' };
        expect((await call(s, `PATCH /track/${old.id}`, { token, body: change })).status).toBe(200);
        Object.assign(old, change);
      }
      await expectAlbums(songs);
      s.time.now = Date.parse('2027-06-01');
      await expectAlbums(songs);
    }),
    { numRuns: 10 },
  );
  s.time.now = Date.parse('2028-01-01');
  const kept = await s.c.db
    .selectFrom('album')
    .where('tracks', '>', 0)
    .selectAll()
    .orderBy('artist_slug')
    .orderBy('year')
    .execute();
  expect(kept.map((row) => [`al-${row.artist_slug}-${row.year}`, row.tracks, Number(row.seconds)])).toEqual(
    albumsOf(songs).map((album) => [album.id, album.songCount, album.duration]),
  );
});
