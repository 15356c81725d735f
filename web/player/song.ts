import type { Track } from 'contract/tracks.ts';
import { minutes } from '../lib/formats.ts';

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
}

export function songOf(track: Track): Song {
  return {
    id: track.id,
    title: track.title,
    artist: track.display_artist,
    thumbnail: track.cover_image_url,
    audioUrl: track.audio_url,
    duration: minutes(track.duration_seconds),
    seconds: track.duration_seconds,
    waveformUrl: track.waveform_json_url,
    loudness: track.loudness_lufs,
  };
}
