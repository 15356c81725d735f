export interface PlayTables {
  play_event: PlayEventTable;
  /** What plays next in a member's own player; see `opensubsonic/personal.ts`. */
  play_queue: {
    user_id: string;
    /** In order, with spaces between them. */
    track_ids: string;
    current: string | null;
    position_ms: number;
    changed_at: number;
    /** The player's name of itself. */
    changed_by: string;
  };
}

export interface PlayEventTable {
  id: string;
  track_id: string;
  user_id: string | null;
  /** A user's id, or a keyed hash of a visitor's address. */
  listener: string;
  played_ms: number;
  created_at: number;
}
