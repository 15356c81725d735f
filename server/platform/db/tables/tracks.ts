import type { Generated, Insertable } from 'kysely';
import type { Flag } from './flag.ts';

export interface TrackTables {
  track: TrackTable;
  tag: { id: string; type: string; name: string };
  /** Tracks of each genre that are not deleted. Tracks without a genre are counted under the empty name. */
  genre_count: { genre: string; tracks: number };
  /** Artists by slug, with the latest spelling of the name. `tracks` counts those that are not deleted. */
  artist: { slug: string; name: string; tracks: number };
  /** Releases of an artist in a year (decision 0002), counted like the artist's tracks; seconds of all of them. */
  album: { artist_slug: string; year: string; tracks: number; seconds: number };
  /** The words of tracks that have any; see `tracks/lyrics.ts`. */
  lyrics: { track_id: string; text: string };
  track_tag: { track_id: string; tag_id: string };
  /** One row: `revision` counts the changes of tracks that were published before. */
  catalogue: { id: number; revision: number };
}

interface TrackTable {
  /** The row's number, which the search index refers to; never sent to clients. */
  seq: Generated<number>;
  id: string;
  title: string;
  display_artist: string;
  /** The artist's slug, by which names that differ by case or accents are one. */
  artist_slug: string;
  duration_seconds: number;
  cover_image_url: string | null;
  audio_url: string;
  created_at: number;
  updated_at: number;
  is_deleted: Flag;
  release_date: string;
  bpm: number | null;
  musical_key: string | null;
  loudness_lufs: number | null;
  preview_url: string | null;
  waveform_json_url: string | null;
  provider: string | null;
  prompt_text: string | null;
  seed: number | null;
  rights_status: string | null;
  /** User who requested the track; null if nobody did or the account was deleted. */
  requester_id: string | null;
  /** Number of backers of the request when it was released. */
  backers: number | null;
  /** The name of its `genre` tag; null without one. */
  genre: string | null;
  /** The genre up to its colon: `jazz` for `jazz:bebop`. */
  genre_parent: string | null;
  /** Folded title and artist, one per line; see `tracks/names.ts`. */
  search_text: string;
  /** Decayed plays on a logarithmic scale that never needs refreshing; see `tracks/write.ts`. */
  popularity: number;
  /** Plays that counted, also those whose rows were deleted. */
  plays: Generated<number>;
}

export type NewTrack = Insertable<TrackTable>;
