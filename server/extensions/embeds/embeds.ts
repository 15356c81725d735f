import { Problem } from 'contract/errors.ts';
import type { Embed, EmbedTrack } from 'contract/extensions/sharing/embeds.ts';
import type { Track } from 'contract/features/tracks.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { pages } from 'contract/pages.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { z } from 'zod';
import { getPublicPlaylist } from '../../features/playlists/playlists.ts';
import { findTrack, getAnyTrack } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { say } from '../../platform/text/say.ts';

/** The tracks of a playlist that an embed plays. */
const EMBED_TRACKS = 100;

/** Content of an embed, and the status of its response. The theme is chosen by its URL. */
export interface LoadedEmbed {
  status: number;
  embed: Omit<Embed, 'theme' | 'site' | 'language'>;
}

/** @param origin of absolute URLs. */
export async function loadTrackEmbed(
  c: Context,
  id: string,
  origin: string,
  language: LanguageCode,
): Promise<LoadedEmbed> {
  const track = isId(id) ? await findTrack(c, id) : undefined;
  if (!track) {
    const deleted = isId(id) && (await wasDeleted(c, id));
    const notice = deleted
      ? say(language, 'This song was removed.')
      : say(language, 'This song was not found.');
    return { status: deleted ? 410 : 404, embed: nothing('track', notice, origin) };
  }
  const tracks = [toEmbedTrack(track, origin)];
  const title = say(language, pages.track.titleOf(track));
  return { status: 200, embed: { kind: 'track', title, url: tracks[0]!.url, tracks, notice: undefined } };
}

/** A private playlist is not found, even by its owner: a frame has no login. */
export async function loadPlaylistEmbed(
  c: Context,
  id: string,
  origin: string,
  language: LanguageCode,
): Promise<LoadedEmbed> {
  const page = isId(id) ? await foundOrUndefined(getPublicPlaylist(c, id, EMBED_TRACKS)) : undefined;
  if (!page)
    return {
      status: 404,
      embed: nothing('playlist', say(language, 'This playlist was not found.'), origin),
    };
  const tracks = page.tracks.map((track) => toEmbedTrack(track, origin));
  const notice = tracks.length === 0 ? say(language, 'This playlist is empty.') : undefined;
  const url = `${origin}/playlists/${id}`;
  return { status: 200, embed: { kind: 'playlist', title: page.playlist.name, url, tracks, notice } };
}

const nothing = (kind: Embed['kind'], notice: string, origin: string): LoadedEmbed['embed'] => ({
  kind,
  title: notice.replace(/[.。]$/, ''),
  url: origin,
  tracks: [],
  notice,
});

type TrackRow = Pick<
  Track,
  | 'id'
  | 'title'
  | 'display_artist'
  | 'duration_seconds'
  | 'audio_url'
  | 'cover_image_url'
  | 'waveform_json_url'
  | 'loudness_lufs'
>;

function toEmbedTrack(row: TrackRow, origin: string): EmbedTrack {
  const [track] = withAbsoluteUrls([row], origin);
  return {
    id: track!.id,
    title: track!.title,
    artist: track!.display_artist,
    seconds: track!.duration_seconds,
    url: origin + trackPath(track!),
    audio: track!.audio_url,
    cover: track!.cover_image_url,
    waveform: track!.waveform_json_url,
    loudness: track!.loudness_lufs,
  };
}

const isId = (id: string) => z.uuid().safeParse(id).success;

const wasDeleted = async (c: Context, id: string) =>
  Boolean((await foundOrUndefined(getAnyTrack(c.db, id)))?.is_deleted);

const foundOrUndefined = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error) => {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  });
