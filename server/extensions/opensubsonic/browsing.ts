import { genreLabel } from 'contract/genres.ts';
import { slugOf } from 'contract/text/slugs.ts';
import { getTrack } from '../../features/tracks/tracks.ts';
import { say } from '../../platform/text/say.ts';
import { countByGenre } from '../discovery/discovery.ts';
import type { Fields } from './answer.ts';
import { type Call, type Calls, noSuch, songsFor } from './call.ts';
import {
  albumFields,
  artistFields,
  artistId,
  folderFields,
  isUuid,
  readAlbumId,
  readArtistId,
} from './entities.ts';
import { LIST_MAX } from './lists.ts';
import { type AlbumKey, type Artist, selectAlbums, selectArtists, selectSongs } from './queries.ts';

/** Artists of the directory, and songs of an album: nothing is unbounded. A search finds the others, page by page. */
const MOST_ARTISTS = 5000;
const MOST_SONGS = 1000;

/** The only folder of music. */
const FOLDER = 1;

const firstArtists = ({ c }: Call) => selectArtists(c.db, c.clock(), { limit: MOST_ARTISTS });

/** Artists under their first letters; others under #. */
async function indexOf(call: Call, fields: (artist: Artist) => Fields): Promise<Fields> {
  const letters = Map.groupBy(
    await firstArtists(call),
    ({ name }) => /^\p{L}/u.exec(name)?.[0].toUpperCase() ?? '#',
  );
  const index = [...letters].map(([name, group]) => ({ name, artist: group.map(fields) }));
  return { ignoredArticles: '', index };
}

/** @throws Refusal `notFound`. */
async function artistOf({ c }: Call, slug: string | undefined) {
  const artists = slug === undefined ? [] : [slug];
  const albums = await selectAlbums(c.db, c.clock(), { artists, limit: LIST_MAX });
  const [first] = albums;
  if (!first) throw noSuch('artist');
  return { artist: { slug: first.artist_slug, name: first.artist, albums: albums.length }, albums };
}

/** @throws Refusal `notFound`. */
async function albumOf({ c }: Call, key: AlbumKey | undefined) {
  const artists = key ? [key.artist_slug] : [];
  const albums = await selectAlbums(c.db, c.clock(), { artists, limit: LIST_MAX });
  const album = albums.find(({ year }) => year === key?.year);
  if (!album) throw noSuch('album');
  return album;
}

async function songsOfAlbum(call: Call, { artist_slug: artist, year }: AlbumKey): Promise<Fields[]> {
  const page = { artist, years: [year, year], order: 'release', limit: MOST_SONGS } as const;
  return songsFor(call, await selectSongs(call.c.db, call.c.clock(), page));
}

/** The older calls may name a song instead of its album or artist. */
async function nearestKey(call: Call): Promise<AlbumKey | undefined> {
  const id = call.params.needed('id');
  const album = readAlbumId(id);
  if (album || !isUuid(id)) return album;
  const { display_artist, release_date } = await getTrack(call.c, id);
  return { artist_slug: slugOf(display_artist), year: release_date.slice(0, 4) };
}

async function artistInfo(call: Call) {
  const slug = readArtistId(call.params.needed('id')) ?? (await nearestKey(call))?.artist_slug;
  const { artist } = await artistOf(call, slug);
  return {
    biography: say(call.language, '{name} is an artist of AI-generated music on {site}.', {
      name: artist.name,
      site: call.c.brand.name,
    }),
  };
}

async function albumInfo(call: Call) {
  const { artist, year } = await albumOf(call, await nearestKey(call));
  return {
    albumInfo: {
      notes: say(call.language, 'The songs of {artist} that were released on {site} in {year}.', {
        artist,
        site: call.c.brand.name,
        year,
      }),
    },
  };
}

export const browsing: Calls = {
  getMusicFolders: async ({ c }) => ({ musicFolders: { musicFolder: [{ id: FOLDER, name: c.brand.name }] } }),

  getArtists: async (call) => ({ artists: await indexOf(call, artistFields) }),

  async getIndexes(call) {
    const index = await indexOf(call, ({ slug, name }) => ({ id: artistId(slug), name }));
    return { indexes: { lastModified: call.c.clock(), ...index } };
  },

  async getArtist(call) {
    const { artist, albums } = await artistOf(call, readArtistId(call.params.needed('id')));
    return { artist: { ...artistFields(artist), album: albums.map(albumFields) } };
  },

  async getAlbum(call) {
    const album = await albumOf(call, readAlbumId(call.params.needed('id')));
    return { album: { ...albumFields(album), song: await songsOfAlbum(call, album) } };
  },

  /** The older way through the catalogue: folders in folders. */
  async getMusicDirectory(call) {
    const id = call.params.needed('id');
    if (id === String(FOLDER)) {
      const folder = { parent: id, isDir: true };
      const child = (await firstArtists(call)).map(({ slug, name: title }) => ({
        ...{ id: artistId(slug), title, ...folder },
      }));
      return { directory: { name: call.c.brand.name, id, child } };
    }
    const slug = readArtistId(id);
    if (slug !== undefined) {
      const { artist, albums } = await artistOf(call, slug);
      const child = albums.map(folderFields);
      return { directory: { id, name: artist.name, parent: String(FOLDER), child } };
    }
    const album = await albumOf(call, readAlbumId(id));
    const { name, artistId: parent } = albumFields(album);
    return { directory: { id, name, parent, child: await songsOfAlbum(call, album) } };
  },

  async getSong(call) {
    const id = call.params.needed('id');
    if (!isUuid(id)) throw noSuch('song');
    const [song] = await songsFor(call, [await getTrack(call.c, id)]);
    return { song: song! };
  },

  async getGenres({ c }) {
    const counts = new Map<string, number>();
    for (const [genre, tracks] of await countByGenre(c))
      if (genre !== '' && tracks > 0)
        counts.set(genreLabel(genre), (counts.get(genreLabel(genre)) ?? 0) + tracks);
    // Most albums have one genre and few songs; counting them would take reading every song.
    const genre = [...counts].map(([value, songCount]) => ({ songCount, albumCount: songCount, value }));
    return { genres: { genre } };
  },

  getArtistInfo: async (call) => ({ artistInfo: await artistInfo(call) }),
  getArtistInfo2: async (call) => ({ artistInfo2: await artistInfo(call) }),

  getAlbumInfo: albumInfo,
  getAlbumInfo2: albumInfo,
};
