import type { Privacy } from 'contract/features/library-constants.ts';
import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface PlaylistTables {
  playlist: PlaylistTable;
  /** Contents of playlists' cards. Outdated unless both versions are those of the playlist and the catalogue. */
  playlist_card: {
    playlist_id: string;
    entries_version: number;
    revision: number;
    /** Time when the next of its tracks is released, epoch ms. */
    valid_until: number | null;
    track_count: number;
    total_seconds: number;
    /** A JSON array. */
    covers: string;
  };
  /** Editors of a playlist besides its owner, and those invited by name. */
  playlist_editor: {
    playlist_id: string;
    user_id: string;
    invited_at: number;
    /** Time when they accepted; null until then. */
    since: number | null;
  };
  /** The link that invites editors. */
  playlist_link: { playlist_id: string; token_hash: string; uses_left: number; expires_at: number };
  playlist_track: PlaylistTrackTable;
  /** The folded words of the names of public playlists. */
  playlist_word: { word: string; playlist_id: string };
}

export interface PlaylistTable {
  id: string;
  user_id: string;
  name: string;
  description: string | null;
  privacy: Privacy;
  cover_image_url: string | null;
  is_deleted: Flag;
  /** Counts the changes of its entries. */
  entries_version: Generated<number>;
  created_at: number;
  updated_at: number;
}

export interface PlaylistTrackTable {
  id: string;
  playlist_id: string;
  track_id: string;
  /** See `order-keys.ts`. Changing keys locks the playlist's row. `~` until this version has given it one. */
  order_key: Generated<string>;
  /** Orders entries without keys. */
  position: number;
  /** Null if their account is gone. */
  added_by: string | null;
  created_at: number;
}
