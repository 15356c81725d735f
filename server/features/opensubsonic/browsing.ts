import { genreLabel } from 'contract/genres.ts';
import { slugOf } from 'contract/slugs.ts';
import { countByGenre, listSimilar } from '../discovery/discovery.ts';
import { findTrack, getTrack } from '../tracks/tracks.ts';
import { type Fields, Refusal } from './answer.ts';
import { type Call, songsFor } from './call.ts';
import {
  albumFields,
  artistFields,
  artistId,
  folderFields,
  genresOf,
  indexes,
  isUuid,
  readAlbumId,
  readArtistId,
} from './entities.ts';
import { type AlbumKey, type Artist, selectAlbums, selectArtists, selectSongs } from './queries.ts';

/** Artists of the directory, and songs of an album: nothing is unbounded. A search finds the others, page by page. */
const MOST_ARTISTS = 5000;
const MOST_SONGS = 1000;
/** Songs of a list. */
export const LIST_MAX = 500;

const FOLDER = { id: 1, name: 'Ovation' };

const noSuch = (what: string) => new Refusal('notFound', `There is no such ${what}.`);

export const getMusicFolders = async () => ({ musicFolders: { musicFolder: [FOLDER] } });

async function directory({ c }: Call, fields: (artist: Artist) => Fields) {
  return indexes(await selectArtists(c.db, c.clock(), { limit: MOST_ARTISTS }), fields);
}

export const getArtists = async (call: Call) => ({
  artists: { ignoredArticles: '', index: await directory(call, artistFields) },
});

export const getIndexes = async (call: Call) => ({
  indexes: {
    lastModified: call.c.clock(),
    ignoredArticles: '',
    index: await directory(call, ({ slug, name }) => ({ id: artistId(slug), name })),
  },
});

/** @throws Refusal `notFound`. */
async function artistOf({ c }: Call, slug: string) {
  const albums = await selectAlbums(c.db, c.clock(), { artists: [slug], limit: LIST_MAX });
  const [first] = albums;
  if (!first) throw noSuch('artist');
  return { artist: { slug, name: first.artist, albums: albums.length }, albums };
}

export async function getArtist(call: Call) {
  const slug = readArtistId(call.params.needed('id'));
  if (slug === undefined) throw noSuch('artist');
  const { artist, albums } = await artistOf(call, slug);
  return { artist: { ...artistFields(artist), album: albums.map(albumFields) } };
}

async function albumOf({ c }: Call, key: AlbumKey | undefined) {
  if (!key) throw noSuch('album');
  const now = c.clock();
  const albums = await selectAlbums(c.db, now, { artists: [key.artist_slug], limit: LIST_MAX });
  const album = albums.find(({ year }) => year === key.year);
  if (!album) throw noSuch('album');
  const part = {
    artist: key.artist_slug,
    years: [key.year, key.year],
    order: 'release',
    limit: MOST_SONGS,
  } as const;
  return { album, songs: await selectSongs(c.db, now, part) };
}

export async function getAlbum(call: Call) {
  const { album, songs } = await albumOf(call, readAlbumId(call.params.needed('id')));
  return { album: { ...albumFields(album), song: await songsFor(call, songs) } };
}

/** The older way through the catalogue: folders in folders. */
export async function getMusicDirectory(call: Call) {
  const id = call.params.needed('id');
  if (id === String(FOLDER.id)) {
    const artists = await selectArtists(call.c.db, call.c.clock(), { limit: MOST_ARTISTS });
    const child = artists.map(({ slug, name }) => ({
      id: artistId(slug),
      parent: id,
      isDir: true,
      title: name,
    }));
    return { directory: { id, name: FOLDER.name, child } };
  }
  const slug = readArtistId(id);
  if (slug !== undefined) {
    const { artist, albums } = await artistOf(call, slug);
    return {
      directory: { id, name: artist.name, parent: String(FOLDER.id), child: albums.map(folderFields) },
    };
  }
  const { album, songs } = await albumOf(call, readAlbumId(id));
  const { name } = albumFields(album);
  return {
    directory: { id, name, parent: artistId(album.artist_slug), child: await songsFor(call, songs) },
  };
}

export async function getSong(call: Call) {
  const id = call.params.needed('id');
  if (!isUuid(id)) throw noSuch('song');
  const [song] = await songsFor(call, [await getTrack(call.c, id)]);
  return { song: song! };
}

export async function getGenres({ c }: Call) {
  const counts = new Map<string, number>();
  for (const [genre, tracks] of await countByGenre(c.db, c.clock()))
    if (genre !== '' && tracks > 0)
      counts.set(genreLabel(genre), (counts.get(genreLabel(genre)) ?? 0) + tracks);
  // Most albums have one genre and few songs; counting them would take reading every song.
  const genre = [...counts].map(([value, songCount]) => ({ songCount, albumCount: songCount, value }));
  return { genres: { genre } };
}

export async function getSongsByGenre(call: Call) {
  const { c, params } = call;
  const songs = await selectSongs(c.db, c.clock(), {
    genres: genresOf(params.needed('genre')),
    order: 'popular',
    limit: params.whole('count', 10, LIST_MAX),
    offset: params.whole('offset', 0, 10_000),
  });
  return { songsByGenre: { song: await songsFor(call, songs) } };
}

export async function getTopSongs(call: Call) {
  const { c, params } = call;
  const id = params.one('artistId');
  const artist = (id === undefined ? undefined : readArtistId(id)) ?? slugOf(params.needed('artist'));
  const limit = params.whole('count', 50, LIST_MAX);
  const songs = await selectSongs(c.db, c.clock(), { artist, order: 'popular', limit });
  return { topSongs: { song: await songsFor(call, songs) } };
}

/** Similar songs of a song, an album or an artist. */
async function similarTo(call: Call): Promise<Fields[]> {
  const { c, params, origin } = call;
  const id = params.needed('id');
  const key = readAlbumId(id);
  const artist = key?.artist_slug ?? readArtistId(id);
  const [song] =
    artist === undefined
      ? [isUuid(id) ? await findTrack(c, id) : undefined]
      : await selectSongs(c.db, c.clock(), { artist, order: 'popular', limit: 1 });
  if (!song) throw noSuch('song');
  const found = await listSimilar(c, song.id, params.whole('count', 50, LIST_MAX), origin);
  return songsFor(
    call,
    found.map(({ track }) => track),
  );
}

export const getSimilarSongs = async (call: Call) => ({ similarSongs: { song: await similarTo(call) } });
export const getSimilarSongs2 = async (call: Call) => ({ similarSongs2: { song: await similarTo(call) } });

export async function getArtistInfo2(call: Call) {
  const slug = readArtistId(call.params.needed('id'));
  if (slug === undefined) throw noSuch('artist');
  const { artist } = await artistOf(call, slug);
  return { artistInfo2: { biography: `${artist.name} is an artist of AI-generated music on Ovation.` } };
}

export async function getAlbumInfo2(call: Call) {
  const { album } = await albumOf(call, readAlbumId(call.params.needed('id')));
  const notes = `The songs of ${album.artist} that were released on Ovation in ${album.year}.`;
  return { albumInfo: { notes } };
}
