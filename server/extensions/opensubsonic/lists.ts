import { randomUUID } from 'node:crypto';
import { fold } from 'contract/text/fold.ts';
import { slugOf } from 'contract/text/slugs.ts';
import { listLibrary } from '../../features/library/library.ts';
import { artistName, findTrack, getTracks, trackKind } from '../../features/tracks/tracks.ts';
import { charge } from '../../platform/call-cost.ts';
import { find, matchOf } from '../../platform/search/search.ts';
import { listSimilar } from '../discovery/discovery.ts';
import { Refusal } from './answer.ts';
import { type Call, type Calls, noSuch, songsFor } from './call.ts';
import {
  albumFields,
  albumId,
  artistFields,
  artistId,
  folderFields,
  genresOf,
  isUuid,
  readAlbumId,
  readArtistId,
  type Song,
} from './entities.ts';
import { paramsOf } from './params.ts';
import {
  type Album,
  type AlbumKey,
  type Artist,
  type Page,
  type SongPage,
  type SongPart,
  selectAlbumKeys,
  selectAlbums,
  selectArtists,
  selectOldest,
  selectSongs,
} from './queries.ts';

/** Entries of a page. */
export const LIST_MAX = 500;
/** Lists in an order of songs show the albums of this many first songs. */
const WINDOW = 2000;
const MOST_OFFSET = 10_000_000;
/** Cost of skipping an entry, of a million at most. */
const SKIP_COST = 1 / 10_000;
const MOST_SKIPPED = 1_000_000;
/** Saved songs that a list shows. */
const MOST_SAVED = 5000;

/** Last rows of pages: a player asks page by page, and skipping a long beginning takes longer each time. */
const REMEMBERED = 1000;
const ends = new Map<string, unknown>();

/** A page of the catalogue, after the row before it if that was read lately. */
async function readPage<Row, Key>(
  { c, user, params }: Call,
  { list, offset, limit }: { list: string; offset: string; limit: number },
  read: (db: Call['c']['db'], now: number, page: Page<Key>) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): Promise<Row[]> {
  if (limit === 0) return [];
  const from = params.whole(offset, 0, MOST_OFFSET);
  const place = (at: number) => `${user.id} ${list} ${at}`;
  const after = ends.get(place(from)) as Key | undefined;
  // What is skipped is read from an index.
  if (after === undefined) charge(Math.min(from, MOST_SKIPPED) * SKIP_COST);
  const rows = await read(c.db, c.clock(), after === undefined ? { offset: from, limit } : { after, limit });
  const last = rows.at(-1);
  if (last !== undefined) {
    ends.set(place(from + rows.length), keyOf(last));
    if (ends.size > REMEMBERED) ends.delete(ends.keys().next().value!);
  }
  return rows;
}

const everyAlbum = (call: Call, offset: string, limit: number): Promise<Album[]> =>
  readPage<Album, AlbumKey>(
    call,
    { list: 'albums', offset, limit },
    selectAlbums,
    ({ artist_slug, year }) => ({ artist_slug, year }),
  );

/** Albums with these keys, each once, in this order. */
async function albumsOf({ c }: Call, keys: readonly AlbumKey[], page: Page<never>): Promise<Album[]> {
  const wanted = cut([...new Map(keys.map((key) => [albumId(key), key])).values()], page);
  const artists = [...new Set(wanted.map(({ artist_slug }) => artist_slug))];
  const found = await selectAlbums(c.db, c.clock(), { artists, limit: MOST_SAVED });
  const byId = new Map(found.map((album) => [albumId(album), album]));
  return wanted.flatMap((key) => byId.get(albumId(key)) ?? []);
}

const cut = <T>(list: readonly T[], { offset = 0, limit }: Page<never>): T[] =>
  list.slice(offset, offset + limit);

const keysOf = (songs: readonly Pick<Song, 'display_artist' | 'release_date'>[]): AlbumKey[] =>
  songs.map((song) => ({ artist_slug: slugOf(song.display_artist), year: song.release_date.slice(0, 4) }));

/** @throws Refusal for an unknown type. */
async function listAlbums(call: Call): Promise<Album[]> {
  const { c, params } = call;
  const limit = params.whole('size', 10, LIST_MAX);
  const page = { offset: params.whole('offset', 0, MOST_OFFSET), limit };
  const ofSongs = async (part: Omit<SongPage, 'limit'>) =>
    albumsOf(call, await selectAlbumKeys(c.db, c.clock(), { ...part, limit: WINDOW }), page);
  switch (params.needed('type')) {
    case 'alphabeticalByName':
    case 'alphabeticalByArtist':
      return everyAlbum(call, 'offset', limit);
    case 'newest':
    case 'recent':
      return ofSongs({ order: 'newest' });
    case 'frequent':
    case 'highest':
      return ofSongs({ order: 'popular' });
    case 'byGenre':
      return ofSongs({ order: 'popular', genres: genresOf(params.needed('genre')) });
    case 'byYear': {
      const [first, last] = yearsOf(call);
      return first <= last
        ? ofSongs({ order: 'release', years: [first, last] })
        : ofSongs({ order: 'latest release', years: [last, first] });
    }
    case 'random':
      return albumsOf(call, keysOf(await randomSongs(call, limit, {})), { limit });
    case 'starred':
      return albumsOf(call, keysOf(await savedSongs(call)), page);
    default:
      throw new Refusal('generic', 'This type of list is not known.');
  }
}

const yearsOf = ({ params }: Call): [string, string] => {
  const [from, to] = [params.whole('fromYear', 0, 9999), params.whole('toYear', 9999, 9999)];
  return [String(from).padStart(4, '0'), String(to).padStart(4, '0')];
};

/** Songs from a random place of the catalogue, or of the most popular ones of a part of it. */
async function randomSongs({ c }: Call, limit: number, part: SongPart): Promise<Song[]> {
  const select = (page: SongPage) => selectSongs(c.db, c.clock(), page);
  if (part.genres || part.years)
    return shuffled(await select({ ...part, order: 'popular', limit: LIST_MAX })).slice(0, limit);
  const songs = await select({ order: 'id', fromId: randomUUID(), limit });
  const more = songs.length < limit ? await select({ order: 'id', limit: limit - songs.length }) : [];
  return shuffled([...new Map([...songs, ...more].map((song) => [song.id, song])).values()]);
}

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

export async function savedSongs({ c, user }: Call) {
  return (await listLibrary(c, user.id, { sort: 'recent', limit: MOST_SAVED })).rows;
}

/** Searches page by page; without words, finds everything. */
async function search(call: Call): Promise<{ artist: Artist[]; album: Album[]; song: Song[] }> {
  const { c, params } = call;
  const asked = params.one('query') ?? params.needed('query');
  const q = fold(
    asked
      .replace(/^"(.*)"$/s, '$1')
      .replace(/\*$/, '')
      .slice(0, 200),
  ).trim();
  const [artists, albums, songs] = ['artist', 'album', 'song'].map((kind) => ({
    offset: params.whole(`${kind}Offset`, 0, MOST_OFFSET),
    limit: params.whole(`${kind}Count`, 20, LIST_MAX),
  })) as [Page<never>, Page<never>, Page<never>];
  if (q === '')
    return {
      artist: await readPage<Artist, string>(
        call,
        { list: 'artists', offset: 'artistOffset', limit: artists.limit },
        selectArtists,
        ({ slug }) => slug,
      ),
      album: await everyAlbum(call, 'albumOffset', albums.limit),
      song: await readPage(
        call,
        { list: 'songs', offset: 'songOffset', limit: songs.limit },
        selectOldest,
        ({ created_at, id }) => ({ created_at: Number(created_at), id }),
      ),
    };
  const { found, terms } = await find(c, { text: q, kinds: { tracks: trackKind(c) } });
  const rows = found.tracks.map(({ row }) => row);
  const named = rows.filter((row) => matchOf(terms, artistName(row)));
  const slugs = cut([...new Set(named.map(({ artist_slug }) => artist_slug))], artists);
  const bySlug = new Map(
    (await selectArtists(c.db, c.clock(), { slugs, limit: LIST_MAX })).map((one) => [one.slug, one]),
  );
  const keys = rows.map(({ artist_slug, release_date }) => ({ artist_slug, year: release_date.slice(0, 4) }));
  const ids = cut(rows, songs).map(({ id }) => id);
  return {
    artist: slugs.flatMap((slug) => bySlug.get(slug) ?? []),
    album: await albumsOf(call, keys, albums),
    song: await getTracks(c, ids),
  };
}

/** The most similar songs of a song, or of the most popular song of an album's artist or an artist. */
async function similarSongs(call: Call) {
  const { c, params, origin } = call;
  const id = params.needed('id');
  const artist = readAlbumId(id)?.artist_slug ?? readArtistId(id);
  const [song] =
    artist === undefined
      ? [isUuid(id) ? await findTrack(c, id) : undefined]
      : await selectSongs(c.db, c.clock(), { artist, order: 'popular', limit: 1 });
  if (!song) throw noSuch('song');
  const found = await listSimilar(c, song.id, params.whole('count', 50, LIST_MAX), origin);
  return {
    song: await songsFor(
      call,
      found.map(({ track }) => track),
    ),
  };
}

/** Songs of a part of the catalogue, the most popular first. */
const popularSongs = async (call: Call, part: SongPart, page: Page<never>) => ({
  song: await songsFor(
    call,
    await selectSongs(call.c.db, call.c.clock(), { ...part, ...page, order: 'popular' }),
  ),
});

export const lists: Calls = {
  getAlbumList: async (call) => ({ albumList: { album: (await listAlbums(call)).map(folderFields) } }),
  getAlbumList2: async (call) => ({ albumList2: { album: (await listAlbums(call)).map(albumFields) } }),

  async getRandomSongs(call) {
    const [genre, from, to] = ['genre', 'fromYear', 'toYear'].map(call.params.one);
    const songs = await randomSongs(call, call.params.whole('size', 10, LIST_MAX), {
      ...(genre && { genres: genresOf(genre) }),
      ...((from ?? to) !== undefined && { years: yearsOf(call) }),
    });
    return { randomSongs: { song: await songsFor(call, songs) } };
  },

  async getSongsByGenre(call) {
    const { params } = call;
    const page = { offset: params.whole('offset', 0, 10_000), limit: params.whole('count', 10, LIST_MAX) };
    const genres = genresOf(params.needed('genre'));
    return { songsByGenre: await popularSongs(call, { genres }, page) };
  },

  async getTopSongs(call) {
    const { params } = call;
    const artist = readArtistId(params.one('artistId') ?? '') ?? slugOf(params.needed('artist'));
    const limit = params.whole('count', 50, LIST_MAX);
    return { topSongs: await popularSongs(call, { artist }, { limit }) };
  },

  getSimilarSongs: async (call) => ({ similarSongs: await similarSongs(call) }),
  getSimilarSongs2: async (call) => ({ similarSongs2: await similarSongs(call) }),

  /** The oldest search: songs by words of their title, artist or album. */
  async search(call) {
    const { params } = call;
    const words = ['any', 'title', 'artist', 'album'].flatMap((name) => params.one(name) ?? []).join(' ');
    const page = { query: words, songCount: params.one('count'), songOffset: params.one('offset') };
    const { song } = await search({ ...call, params: paramsOf(page) });
    const match = await songsFor(call, song);
    const offset = params.whole('offset', 0, MOST_OFFSET);
    return { searchResult: { offset, totalHits: offset + match.length, match } };
  },

  async search2(call) {
    const { artist, album, song } = await search(call);
    const artists = artist.map(({ slug, name }) => ({ id: artistId(slug), name }));
    const songs = await songsFor(call, song);
    return { searchResult2: { artist: artists, album: album.map(folderFields), song: songs } };
  },

  async search3(call) {
    const { artist, album, song } = await search(call);
    const songs = await songsFor(call, song);
    return {
      searchResult3: { artist: artist.map(artistFields), album: album.map(albumFields), song: songs },
    };
  },
};
