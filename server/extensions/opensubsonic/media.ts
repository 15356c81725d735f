import { COVER_WIDTHS, coverAt, coverSrcSet } from 'contract/pictures/covers.ts';
import { fold } from 'contract/text/fold.ts';
import { type TimedLine, timedLines } from 'contract/text/lyrics.ts';
import type { FastifyReply } from 'fastify';
import { getPlaylist } from '../../features/playlists/playlists.ts';
import { findTrack, getAnyTrackWithLyrics, getTrack, listTracks } from '../../features/tracks/tracks.ts';
import { charge } from '../../platform/call-cost.ts';
import { pictureCache } from '../../platform/media/picture.ts';
import { isMediaPath, type MediaStore } from '../../platform/media/store.ts';
import { toStoredPath } from '../../platform/media/stored-urls.ts';
import { getChart } from '../charts/charts.ts';
import { findPerson } from '../people/people.ts';
import type { Fields } from './answer.ts';
import { type Call, type Calls, noSuch } from './call.ts';
import { isUuid, readAlbumId, readArtistId } from './entities.ts';
import { readChartId } from './personal.ts';
import { selectCover } from './queries.ts';

/** Nobody else may keep what a URL with a password names. */
const FILE_CACHE = 'private, max-age=86400';

async function sendCover(call: Call) {
  const size = call.params.whole('size', 640, 10_000);
  const cover = await coverOf(call, call.params.needed('id'));
  if (!cover) throw noSuch('picture');
  const width = COVER_WIDTHS.find((one) => one >= size) ?? COVER_WIDTHS.at(-1)!;
  const stored = toStoredPath(cover);
  const mediaPath = coverSrcSet(stored) === undefined ? stored : coverAt(stored, width);
  if (!isMediaPath(mediaPath)) return call.reply.redirect(mediaPath, 302);
  const jpeg = await call.jpegs(mediaPath);
  if (!jpeg) throw noSuch('picture');
  return call.reply.header('cache-control', FILE_CACHE).type('image/jpeg').send(jpeg);
}

/** Cost of making a JPEG of a cover. */
const JPEG_COST = 30;

/** Covers as JPEG: Strawberry and Sublime Music know no WebP where their toolkit lacks a plugin. About 40 kB each. */
export function jpegCovers(media: Pick<MediaStore, 'localCopy'>): Call['jpegs'] {
  const cached = pictureCache<Buffer | undefined>({ kept: 200, atOnce: 2, waiting: 200, maxWaitMs: 10_000 });
  return (mediaPath) =>
    cached(mediaPath, () => {
      charge(JPEG_COST);
      return toJpeg(media, mediaPath);
    });
}

async function toJpeg(media: Pick<MediaStore, 'localCopy'>, mediaPath: string): Promise<Buffer | undefined> {
  const copy = await media.localCopy(mediaPath);
  if (!copy) return undefined;
  try {
    const { default: sharp } = await import('sharp');
    return await sharp(copy.file).flatten().jpeg({ quality: 85 }).toBuffer();
  } finally {
    await copy.release();
  }
}

const SITE_PICTURE = '/icon-192.png';

/** The caller's picture, or that of a public profile; otherwise the site's. */
async function sendAvatar({ c, user, params, jpegs, reply, origin }: Call) {
  const username = params.needed('username');
  const isOwn = username.toLowerCase() === user.username.toLowerCase();
  const avatar = (isOwn ? user : await findPerson(c, username))?.avatar_url;
  const jpeg = avatar ? await jpegs(toStoredPath(avatar)) : undefined;
  if (!jpeg) return reply.redirect(`${origin}${SITE_PICTURE}`, 302);
  return reply.header('cache-control', FILE_CACHE).type('image/jpeg').send(jpeg);
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

/** The stored file as it is, in the part that is asked for. Counts nothing: `scrobble` does. */
async function sendSound({ c, params, sendFile, request, reply }: Call, isKept: boolean) {
  const id = params.needed('id');
  if (!isUuid(id)) throw noSuch('song');
  const { audio_url: mediaPath, display_artist, title } = await getTrack(c, id);
  const name = isKept ? `${display_artist} - ${title}` : undefined;
  return isMediaPath(mediaPath)
    ? sendFile(request, reply, mediaPath.slice('/media/'.length), FILE_CACHE, name)
    : reply.redirect(mediaPath, 302);
}

export const files: Record<string, (call: Call) => Promise<FastifyReply>> = {
  stream: (call) => sendSound(call, false),
  download: (call) => sendSound(call, true),
  getCoverArt: sendCover,
  getAvatar: sendAvatar,
};

/** The words of a line with their times, by the bytes of UTF-8 that each takes. */
function cuesOf({ at, text, words }: TimedLine, index: number): Fields {
  let byteStart = 0;
  const cue = words.map((word) => {
    const from = byteStart;
    byteStart += Buffer.byteLength(word.text);
    return { ...{ start: msOf(word.at), byteStart: from, byteEnd: byteStart - 1 }, value: word.text };
  });
  return { index, start: msOf(at), value: text, cue };
}

const msOf = (seconds: number) => Math.round(seconds * 1000);

export const words: Calls = {
  async getLyricsBySongId({ c, params }) {
    const id = params.needed('id');
    if (!isUuid(id)) throw noSuch('song');
    const { display_artist: displayArtist, title: displayTitle, duration_seconds } = await getTrack(c, id);
    const { lyrics, timed_lyrics } = await getAnyTrackWithLyrics(c.db, id);
    const timed = timedLines(timed_lyrics ?? '', duration_seconds);
    const synced = timed.length > 0;
    const cueLine =
      synced && params.one('enhanced') === 'true' && timed.some(({ words }) => words.length > 1)
        ? timed.map(cuesOf)
        : undefined;
    const line = synced
      ? timed.map(({ at, text }) => ({ start: msOf(at), value: text }))
      : (lyrics ?? '').split('\n').map((value) => ({ value }));
    const all = { lang: 'und', synced, displayArtist, displayTitle, line, cueLine };
    return { lyricsList: { structuredLyrics: lyrics === undefined ? [] : [all] } };
  },

  /** The older way: by names, which a player may have from the file. */
  async getLyrics({ c, params }) {
    const [artist = '', title = ''] = ['artist', 'title'].map((name) => params.one(name)?.slice(0, 100));
    if (title === '') return { lyrics: { value: '' } };
    const { rows } = await listTracks(c, { q: `${title} ${artist}`, sort: 'popular', limit: 20 });
    const song = rows.find(
      (one) =>
        fold(one.title) === fold(title) && (artist === '' || fold(one.display_artist) === fold(artist)),
    );
    const value = song && (await getAnyTrackWithLyrics(c.db, song.id)).lyrics;
    return {
      lyrics:
        value === undefined ? { value: '' } : { artist: song?.display_artist, title: song?.title, value },
    };
  },
};
