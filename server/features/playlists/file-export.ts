import type { PlaylistFile } from 'contract/playlist-files.ts';
import { singleLine } from './file-fields.ts';
import { ID_LINE } from './m3u.ts';

/** A track as it is written to a file. */
interface FileTrack {
  track_id: string;
  title: string;
  display_artist: string;
  duration_seconds: number;
  /** Null for tracks that are no longer live. */
  audio_url: string | null;
}

export function toJson(
  playlist: { name: string; description: string | null },
  tracks: FileTrack[],
): PlaylistFile {
  return {
    format: 'ovation-playlist',
    version: 1,
    name: playlist.name,
    description: playlist.description,
    tracks: tracks.map(({ audio_url, ...track }) => track),
  };
}

/** Extended M3U in UTF-8, as VLC, foobar2000 and others read it. Omits tracks that cannot be played. */
export function toM3u8(playlist: { name: string }, tracks: FileTrack[]): string {
  const lines = tracks
    .filter((track) => track.audio_url !== null)
    .flatMap((track) => [
      `${ID_LINE}${track.track_id}`,
      `#EXTINF:${track.duration_seconds},${singleLine(track.display_artist)} - ${singleLine(track.title)}`,
      track.audio_url!,
    ]);
  return `${['#EXTM3U', `#PLAYLIST:${singleLine(playlist.name)}`, ...lines].join('\n')}\n`;
}
