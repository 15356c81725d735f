import { randomUUID } from 'node:crypto';
import { fold } from 'contract/fold.ts';
import { slugOf } from 'contract/slugs.ts';
import { listLibrary } from '../library/library.ts';
import { listTracks } from '../tracks/tracks.ts';
import { Refusal } from './answer.ts';
import { LIST_MAX } from './browsing.ts';
import { type Call, songsFor } from './call.ts';
import {
  albumFields,
  albumId,
  artistFields,
  artistId,
  folderFields,
  genresOf,
  type Song,
} from './entities.ts';
import {
  type Album,
  type AlbumKey,
  type Artist,
  type Page,
  type SongPart,
  selectAlbumKeys,
  selectAlbums,
  selectArtists,
  selectSongs,
  selectSongsById,
} from './queries.ts';

/** Lists in an order of songs show the albums of this many first songs. */
const WINDOW = 2000;
const MOST_OFFSET = 10_000_000;
/** How far ahead the results of a search can be asked for. */
const MOST_RESULTS = 1000;
/** Saved songs that a list shows. */
const MOST_SAVED = 5000;

/** Where lists continue: a player asks page by page, and skipping a long beginning takes longer each time. */
const REMEMBERED = 1000;
const ends = new Map<string, unknown>();

/** Reads a page from an offset, continuing after the row before it if that was read lately. */
async function readFrom<Row, Key>(
  { c, user }: Call,
  list: string,
  { offset, limit }: { offset: number; limit: number },
  read: (db: Call['c']['db'], now: number, page: Page<Key>) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): Promise<Row[]> {
  if (limit === 0) return [];
  const place = (at: number) => `${user.id} ${list} ${at}`;
  const after = offset === 0 ? undefined : (ends.get(place(offset)) as Key | undefined);
  const rows = await read(c.db, c.clock(), after !== undefined ? { after, limit } : { offset, limit });
  const last = rows.at(-1);
  if (last !== undefined) {
    ends.set(place(offset + rows.length), keyOf(last));
    if (ends.size > REMEMBERED) ends.delete(ends.keys().next().value!);
  }
  return rows;
}

const byArtist = (call: Call, page: { offset: number; limit: number }) =>
  readFrom<Album, AlbumKey>(call, 'albums', page, selectAlbums, ({ artist_slug, year }) => ({
    artist_slug,
    year,
  }));

/** Albums with these keys, each once, in this order. */
async function albumsOf(
  { c }: Call,
  keys: readonly AlbumKey[],
  offset: number,
  limit: number,
): Promise<Album[]> {
  const wanted = [...new Map(keys.map((key) => [albumId(key), key])).values()].slice(offset, offset + limit);
  const artists = [...new Set(wanted.map(({ artist_slug }) => artist_slug))];
  const found = await selectAlbums(c.db, c.clock(), { artists, limit: MOST_SAVED });
  const byId = new Map(found.map((album) => [albumId(album), album]));
  return wanted.flatMap((key) => byId.get(albumId(key)) ?? []);
}

const keysOf = (songs: readonly Song[]): AlbumKey[] =>
  songs.map((song) => ({ artist_slug: slugOf(song.display_artist), year: song.release_date.slice(0, 4) }));

/** @throws Refusal for an unknown type. */
async function listAlbums(call: Call): Promise<Album[]> {
  const { c, params } = call;
  const type = params.needed('type');
  const page = { offset: params.whole('offset', 0, MOST_OFFSET), limit: params.whole('size', 10, LIST_MAX) };
  const inOrder = async (order: Parameters<typeof selectAlbumKeys>[2]['order'], part: SongPart = {}) =>
    albumsOf(
      call,
      await selectAlbumKeys(c.db, c.clock(), { ...part, order, limit: WINDOW }),
      page.offset,
      page.limit,
    );
  switch (type) {
    case 'alphabeticalByName':
    case 'alphabeticalByArtist':
      return byArtist(call, page);
    case 'newest':
    case 'recent':
      return inOrder('newest');
    case 'frequent':
    case 'highest':
      return inOrder('popular');
    case 'byGenre':
      return inOrder('popular', { genres: genresOf(params.needed('genre')) });
    case 'byYear': {
      const [from, to] = [params.whole('fromYear', 0, 9999), params.whole('toYear', 9999, 9999)];
      const [first, last] = [Math.min(from, to), Math.max(from, to)].map((year) =>
        String(year).padStart(4, '0'),
      );
      return inOrder(from > to ? 'latest release' : 'release', { years: [first!, last!] });
    }
    case 'random':
      return albumsOf(call, keysOf(await randomSongs(call, page.limit, {})), 0, page.limit);
    case 'starred':
      return albumsOf(call, keysOf(await savedSongs(call)), page.offset, page.limit);
    default:
      throw new Refusal('generic', 'This type of list is not known.');
  }
}

export const getAlbumList2 = async (call: Call) => ({
  albumList2: { album: (await listAlbums(call)).map(albumFields) },
});
export const getAlbumList = async (call: Call) => ({
  albumList: { album: (await listAlbums(call)).map(folderFields) },
});

/** Songs from a random place of the catalogue, or of the most popular ones of a part of it. */
async function randomSongs({ c }: Call, limit: number, part: SongPart): Promise<Song[]> {
  const now = c.clock();
  if (part.genres || part.years) {
    const songs = await selectSongs(c.db, now, { ...part, order: 'popular', limit: LIST_MAX });
    return shuffled(songs).slice(0, limit);
  }
  const songs = await selectSongsById(c.db, now, { after: randomUUID(), limit });
  const more = songs.length < limit ? await selectSongsById(c.db, now, { limit: limit - songs.length }) : [];
  return shuffled([...new Map([...songs, ...more].map((song) => [song.id, song])).values()]);
}

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

export async function getRandomSongs(call: Call) {
  const { params } = call;
  const genre = params.one('genre');
  const [from, to] = [params.whole('fromYear', 0, 9999), params.whole('toYear', 9999, 9999)];
  const part: SongPart = {
    ...(genre && { genres: genresOf(genre) }),
    ...((from > 0 || to < 9999) && { years: [String(from).padStart(4, '0'), String(to).padStart(4, '0')] }),
  };
  const songs = await randomSongs(call, params.whole('size', 10, LIST_MAX), part);
  return { randomSongs: { song: await songsFor(call, songs) } };
}

async function savedSongs({ c, user }: Call) {
  return (await listLibrary(c, user.id, { sort: 'recent', limit: MOST_SAVED })).rows;
}

interface Found {
  artist: Artist[];
  album: Album[];
  song: Song[];
}

/** What a search finds; without words, everything, page by page. */
async function find(call: Call): Promise<Found> {
  const { c, params } = call;
  const q = fold(
    // Empty, it asks for everything.
    (params.one('query') ?? params.needed('query'))
      .replace(/^"(.*)"$/s, '$1')
      .replace(/\*$/, '')
      .slice(0, 200),
  ).trim();
  const pageOf = (kind: string, most: number) => ({
    offset: params.whole(`${kind}Offset`, 0, q === '' ? MOST_OFFSET : MOST_RESULTS),
    limit: params.whole(`${kind}Count`, 20, most),
  });
  const pages = {
    artist: pageOf('artist', LIST_MAX),
    album: pageOf('album', LIST_MAX),
    song: pageOf('song', LIST_MAX),
  };
  if (q === '') {
    const artist = await readFrom<Artist, string>(
      call,
      'artists',
      pages.artist,
      selectArtists,
      ({ slug }) => slug,
    );
    const song = await readFrom<Song & { id: string }, string>(
      call,
      'songs',
      pages.song,
      selectSongsById,
      ({ id }) => id,
    );
    return { artist, album: await byArtist(call, pages.album), song };
  }
  const { rows } = await listTracks(c, {
    q,
    sort: 'popular',
    limit: pages.song.offset + pages.song.limit + LIST_MAX,
  });
  const words = q.split(' ');
  const named = rows.filter(({ display_artist }) =>
    words.every((word) => fold(display_artist).includes(word)),
  );
  const slugs = [...new Set(named.map((song) => slugOf(song.display_artist)))].slice(
    pages.artist.offset,
    pages.artist.offset + pages.artist.limit,
  );
  const artists = new Map(
    (await selectArtists(c.db, c.clock(), { slugs, limit: LIST_MAX })).map((artist) => [artist.slug, artist]),
  );
  return {
    artist: slugs.flatMap((slug) => artists.get(slug) ?? []),
    album: await albumsOf(call, keysOf(rows), pages.album.offset, pages.album.limit),
    song: rows.slice(pages.song.offset, pages.song.offset + pages.song.limit),
  };
}

export async function search3(call: Call) {
  const { artist, album, song } = await find(call);
  return {
    searchResult3: {
      artist: artist.map(artistFields),
      album: album.map(albumFields),
      song: await songsFor(call, song),
    },
  };
}

export async function search2(call: Call) {
  const { artist, album, song } = await find(call);
  const artists = artist.map(({ slug, name }) => ({ id: artistId(slug), name }));
  return {
    searchResult2: { artist: artists, album: album.map(folderFields), song: await songsFor(call, song) },
  };
}

async function starred(call: Call) {
  const saved = await savedSongs(call);
  return { artist: [], album: [], song: await songsFor(call, saved) };
}
export const getStarred = async (call: Call) => ({ starred: await starred(call) });
export const getStarred2 = async (call: Call) => ({ starred2: await starred(call) });
