import { plural, t } from '@lingui/core/macro';
import type { Track } from 'contract/features/tracks.ts';
import type { ComponentType } from 'react';
import { formatDuration } from '../lib/format.ts';

/** A track as the player needs it: §3's "Player song item", its waveform and its loudness. */
export interface Song {
  id: string;
  title: string;
  artist: string;
  /** An artist's songs of a year, as in the tags of files. */
  album?: string;
  thumbnail: string | null;
  audioUrl: string;
  /** m:ss */
  duration: string;
  seconds: number;
  waveformUrl: string | null;
  /** Integrated loudness, LUFS; null when not measured. */
  loudness: number | null;
  /** A draft played by its publisher: its plays don't count. */
  unpublished?: true;
  /** Requester, and number of backers; null for a song that nobody requested. */
  origin?: string | null;
}

export function toSong(track: Track): Song {
  return {
    id: track.id,
    title: track.title,
    artist: track.display_artist,
    album: `${track.display_artist} ${track.release_date.slice(0, 4)}`,
    thumbnail: track.cover_image_url,
    audioUrl: track.audio_url,
    duration: formatDuration(track.duration_seconds),
    seconds: track.duration_seconds,
    waveformUrl: track.waveform_json_url,
    loudness: track.loudness_lufs,
    origin: formatOrigin(track),
  };
}

/** "Requested by anna, backed by 31" for a track made from a request; the requester may have left since. */
export function formatOrigin({
  requested_by,
  backers,
}: Pick<Track, 'requested_by' | 'backers'>): string | null {
  if (!requested_by) return backers ? plural(backers, { one: 'Backed by #', other: 'Backed by #' }) : null;
  return backers
    ? t`Requested by ${requested_by}, backed by ${plural(backers, { one: '#', other: '#' })}`
    : t`Requested by ${requested_by}`;
}

/** Actions on a song besides playing it; the player itself knows no libraries or playlists. */
export type SongActions = ComponentType<{ song: Song; look: 'bar' | 'view' }>;
