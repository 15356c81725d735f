export interface ScrobblingTables {
  scrobble_link: ScrobbleLinkTable;
  scrobble: ScrobbleTable;
}

/** A member's account at another service, to which their listens are sent. */
export interface ScrobbleLinkTable {
  user_id: string;
  service: 'listenbrainz' | 'lastfm';
  /** The member's name there. */
  account: string;
  /** Token of the account there, encrypted; empty once the service has refused it. */
  token: string;
  refused_at: number | null;
  created_at: number;
}

/** A listen that has still to be sent. */
export interface ScrobbleTable {
  id: string;
  user_id: string;
  service: 'listenbrainz' | 'lastfm';
  track_id: string;
  /** Start of the song, epoch ms. */
  listened_at: number;
  /** Time from which it may be sent: later while a server sends it, and after a failure. */
  due_at: number;
  attempts: number;
}
