export interface PlayTables {
  play_event: PlayEventTable;
}

interface PlayEventTable {
  id: string;
  track_id: string;
  user_id: string | null;
  /** A user's id, or a keyed hash of a visitor's address. */
  listener: string;
  played_ms: number;
  created_at: number;
}
