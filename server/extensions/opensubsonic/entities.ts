import path from 'node:path';
import { genreLabel, genres } from 'contract/genres.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { slugOf } from 'contract/text/slugs.ts';
import { type MediaEnding, mediaTypes } from '../../platform/media/store.ts';
import { say } from '../../platform/text/say.ts';
import type { Fields } from './answer.ts';
import type { Album, AlbumKey, Artist } from './queries.ts';

/** Songs, albums and artists as players know them. Ids are strings and never change. */

export const albumId = ({ artist_slug, year }: AlbumKey) => `al-${artist_slug}-${year}`;
export const artistId = (slug: string) => `ar-${slug}`;

export function readAlbumId(id: string): AlbumKey | undefined {
  const [, artist_slug, year] = /^al-(.+)-(\d{4})$/su.exec(id) ?? [];
  return artist_slug !== undefined && year !== undefined ? { artist_slug, year } : undefined;
}
export const readArtistId = (id: string): string | undefined =>
  id.startsWith('ar-') ? id.slice(3) : undefined;

/** UUIDs, as tracks and playlists have them. */
export const isUuid = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

/** The stored genres with this label. */
export const genresOf = (label: string): string[] => {
  const named = genres.flatMap((parent) => [parent, ...parent.subs]).filter((one) => one.label === label);
  return named.length > 0 ? named.map(({ value }) => value) : [label];
};

/** Required fields of a song. */
export interface Song {
  id: string;
  title: string;
  display_artist: string;
  duration_seconds: number;
  audio_url: string;
  created_at: number;
  release_date: string;
  cover_image_url: string | null;
  genre: string | null;
  bpm: number | null;
  loudness_lufs: number | null;
  backers: number | null;
}

/** The loudness that ReplayGain aims at, LUFS. */
const REPLAY_GAIN_LUFS = -18;

const albumName = (artist: string, year: string) => `${artist} ${year}`;
/** Artist and genre, by name and as lists. */
const namedFields = (artist: string, artist_slug: string, genre: string | null): Fields => ({
  ...(genre !== null && { genre: genreLabel(genre), genres: [{ name: genreLabel(genre) }] }),
  ...{ artist, artistId: artistId(artist_slug), artists: [{ id: artistId(artist_slug), name: artist }] },
});
const iso = (at: number) => new Date(at).toISOString();

/** Rate of MP3 at 192 kbit/s; bytes a second. */
const USUAL_RATE = 24_000;

/**
 * @param saved when the caller saved it, epoch ms.
 * @param number its place in its album, from 1.
 * @param bytes of its file, if it is here; otherwise an estimate, because Strawberry takes no song without a size.
 */
export function songFields(
  song: Song,
  {
    saved,
    bytes = song.duration_seconds * USUAL_RATE,
    number,
    language,
  }: {
    saved: number | undefined;
    bytes: number | undefined;
    number: number | undefined;
    language: LanguageCode;
  },
): Fields {
  const { id, title, display_artist: artist, audio_url, genre, loudness_lufs } = song;
  const year = song.release_date.slice(0, 4);
  const artist_slug = slugOf(artist);
  const album = albumId({ artist_slug, year });
  const suffix = path.extname(audio_url).slice(1);
  return {
    ...{ id, parent: album, isDir: false, title, album: albumName(artist, year), albumId: album },
    ...namedFields(artist, artist_slug, genre),
    ...{ track: number, year: Number(year) },
    coverArt: song.cover_image_url === null ? album : id,
    contentType: mediaTypes[suffix as MediaEnding] ?? 'audio/mpeg',
    suffix: suffix || 'mp3',
    duration: song.duration_seconds,
    size: bytes,
    bitRate: song.duration_seconds > 0 ? Math.round((bytes * 8) / 1000 / song.duration_seconds) : undefined,
    path: [artist, year, `${title}.${suffix || 'mp3'}`].map((part) => part.replaceAll('/', '_')).join('/'),
    isVideo: false,
    created: iso(song.created_at),
    starred: saved === undefined ? undefined : iso(saved),
    type: 'music',
    mediaType: 'song',
    bpm: song.bpm === null ? undefined : Math.round(song.bpm),
    comment: song.backers === null ? undefined : say(language, 'Called for by the crowd'),
    replayGain:
      loudness_lufs === null
        ? undefined
        : { trackGain: Math.round((REPLAY_GAIN_LUFS - loudness_lufs) * 100) / 100 },
  };
}

/** An album as `album` of the newer calls. */
export function albumFields(album: Album): Fields {
  const { artist, year, genre } = album;
  const id = albumId(album);
  return {
    ...{ id, name: albumName(artist, year), coverArt: id },
    ...namedFields(artist, album.artist_slug, genre),
    songCount: album.songs,
    duration: album.seconds,
    created: iso(album.created_at),
    year: Number(year),
  };
}

/** An album as a folder, as the older calls have it. */
export function folderFields(album: Album): Fields {
  const { name, songCount: _, ...rest } = albumFields(album);
  return { ...rest, parent: artistId(album.artist_slug), isDir: true, title: name, album: name };
}

export const artistFields = ({ slug, name, albums }: Artist): Fields => ({
  id: artistId(slug),
  name,
  coverArt: artistId(slug),
  albumCount: albums,
});
