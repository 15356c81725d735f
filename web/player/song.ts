import type { Track } from 'contract/tracks.ts';
import { formatDuration } from '../lib/format.ts';

/** What the player needs of a track (§3, "Player song item", and what its bar draws and levels). */
export interface Song {
  id: string;
  title: string;
  artist: string;
  thumbnail: string | null;
  audioUrl: string;
  /** m:ss */
  duration: string;
  seconds: number;
  waveformUrl: string | null;
  /** Integrated loudness, LUFS; null when not measured. */
  loudness: number | null;
  /** Heard by whoever is about to publish it: no play that counts. */
  unpublished?: true;
  /** Who asked for it and how many backed it; nothing for a song that nobody asked for. */
  origin?: string | null;
}

export function songOf(track: Track): Song {
  return {
    id: track.id,
    title: track.title,
    artist: track.display_artist,
    thumbnail: track.cover_image_url,
    audioUrl: track.audio_url,
    duration: formatDuration(track.duration_seconds),
    seconds: track.duration_seconds,
    waveformUrl: track.waveform_json_url,
    loudness: track.loudness_lufs,
    origin: originOf(track),
  };
}

/** Of a track that came from a request: "Requested by anna, backed by 31". The account may be gone since. */
export function originOf({ requested_by, backers }: Pick<Track, 'requested_by' | 'backers'>): string | null {
  const parts = [requested_by && `requested by ${requested_by}`, backers && `backed by ${backers}`];
  const told = parts.filter(Boolean).join(', ');
  return told === '' ? null : told[0]!.toUpperCase() + told.slice(1);
}
