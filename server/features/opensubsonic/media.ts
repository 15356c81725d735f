import { COVER_WIDTHS, coverAt, coverSrcSet } from 'contract/covers.ts';
import { fold } from 'contract/fold.ts';
import { timedLines } from 'contract/lyrics.ts';
import type { TrackWithLyrics } from 'contract/tracks.ts';
import type { FastifyReply } from 'fastify';
import { pictureCache } from '../../platform/media/picture.ts';
import { isMediaAddress, type MediaStore } from '../../platform/media/store.ts';
import { toStoredAddress } from '../../platform/media/stored-urls.ts';
import { getChart } from '../charts/charts.ts';
import { getPlaylist } from '../playlists/playlists.ts';
import { findTrack, getAnyTrackWithLyrics, getTrack, listTracks } from '../tracks/tracks.ts';
import { Refusal } from './answer.ts';
import type { Call } from './call.ts';
import { isUuid, readAlbumId, readArtistId } from './entities.ts';
import { readChartId } from './personal.ts';
import { selectCover } from './queries.ts';

/** Nobody else may keep what an address with a password names. */
const FILE_CACHE = 'private, max-age=86400';

const noSuch = (what: string) => new Refusal('notFound', `There is no such ${what}.`);

/** The stored file as it is, in the part that is asked for. Counts nothing: `scrobble` does. */
export async function stream(call: Call) {
  const id = call.params.needed('id');
  if (!isUuid(id)) throw noSuch('song');
  return send(call, (await getTrack(call.c, id)).audio_url);
}

export function getCoverArt(call: Call) {
  return sendCover(call, call.params.needed('id'), call.params.whole('size', 640, 10_000));
}

async function sendCover(call: Call, id: string, size: number) {
  const cover = await coverOf(call, id);
  if (!cover) throw noSuch('picture');
  const width = COVER_WIDTHS.find((one) => one >= size) ?? COVER_WIDTHS.at(-1)!;
  const stored = toStoredAddress(cover);
  const address = coverSrcSet(stored) === undefined ? stored : coverAt(stored, width);
  if (!isMediaAddress(address)) return call.reply.redirect(address, 302);
  const jpeg = await call.jpegs(address);
  if (!jpeg) throw noSuch('picture');
  return call.reply.header('cache-control', FILE_CACHE).type('image/jpeg').send(jpeg);
}

/** Covers as JPEG: Strawberry and Sublime Music know no WebP where their toolkit lacks a plugin. About 40 kB each. */
export function jpegCovers(media: Pick<MediaStore, 'localCopy'>): Call['jpegs'] {
  const cached = pictureCache<Buffer | undefined>({ kept: 200, atOnce: 2, waiting: 200, maxWaitMs: 10_000 });
  return (address) => cached(address, () => toJpeg(media, address));
}

async function toJpeg(media: Pick<MediaStore, 'localCopy'>, address: string): Promise<Buffer | undefined> {
  const copy = await media.localCopy(address);
  if (!copy) return undefined;
  try {
    const { default: sharp } = await import('sharp');
    return await sharp(copy.file).flatten().jpeg({ quality: 85 }).toBuffer();
  } finally {
    await copy.release();
  }
}

async function coverOf({ c, user, origin }: Call, id: string): Promise<string | null | undefined> {
  const now = c.clock();
  const album = readAlbumId(id);
  if (album) return selectCover(c.db, now, { artist: album.artist_slug, years: [album.year, album.year] });
  const artist = readArtistId(id);
  if (artist !== undefined) return selectCover(c.db, now, { artist });
  const chart = readChartId(id);
  if (chart) return (await getChart(c, chart, '', origin)).entries[0]?.track.cover_image_url;
  const playlist = id.startsWith('pl-') ? id.slice(3) : undefined;
  if (playlist !== undefined && isUuid(playlist)) {
    const { cover_image_url, covers } = await getPlaylist(c, user, playlist);
    return cover_image_url ?? covers[0];
  }
  return isUuid(id) ? (await findTrack(c, id))?.cover_image_url : undefined;
}

function send({ sendFile, request, reply }: Call, address: string): FastifyReply | Promise<FastifyReply> {
  return isMediaAddress(address)
    ? sendFile(request, reply, address.slice('/media/'.length), FILE_CACHE)
    : reply.redirect(address, 302);
}

async function lyricsOf(
  { c }: Call,
  id: string | undefined,
): Promise<Pick<TrackWithLyrics, 'lyrics' | 'timed_lyrics'>> {
  if (id === undefined) return {};
  return getAnyTrackWithLyrics(c.db, id);
}

export async function getLyricsBySongId(call: Call) {
  const id = call.params.needed('id');
  const song = isUuid(id) ? await getTrack(call.c, id) : undefined;
  if (!song) throw noSuch('song');
  const { lyrics, timed_lyrics } = await lyricsOf(call, id);
  const timed = timedLines(timed_lyrics ?? '', song.duration_seconds);
  const structuredLyrics =
    lyrics === undefined
      ? []
      : [
          {
            lang: 'und',
            synced: timed.length > 0,
            displayArtist: song.display_artist,
            displayTitle: song.title,
            line:
              timed.length > 0
                ? timed.map(({ at, text }) => ({ start: Math.round(at * 1000), value: text }))
                : lyrics.split('\n').map((value) => ({ value })),
          },
        ];
  return { lyricsList: { structuredLyrics } };
}

/** The older way: by names, which a player may have from the file. */
export async function getLyrics(call: Call) {
  const [artist = '', title = ''] = ['artist', 'title'].map((name) => call.params.one(name)?.slice(0, 100));
  const { rows } =
    title === ''
      ? { rows: [] }
      : await listTracks(call.c, { q: `${title} ${artist}`, sort: 'popular', limit: 20 });
  const song = rows.find(
    (one) => fold(one.title) === fold(title) && (artist === '' || fold(one.display_artist) === fold(artist)),
  );
  const { lyrics: value } = await lyricsOf(call, song?.id);
  return { lyrics: value === undefined ? {} : { artist: song?.display_artist, title: song?.title, value } };
}
