export interface OpenSubsonicTables {
  play_queue: PlayQueueTable;
}

/** Play queue of a member's own player. */
export interface PlayQueueTable {
  user_id: string;
  /** In order, with spaces between them. */
  track_ids: string;
  current: string | null;
  position_ms: number;
  changed_at: number;
  /** The player's name of itself. */
  changed_by: string;
}
