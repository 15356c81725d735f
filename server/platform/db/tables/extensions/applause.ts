export interface ApplauseTables {
  applause: ApplauseTable;
  /** The claps in each part of a track that has any. They stay when the rows of their listeners are deleted. */
  applause_part: { track_id: string; part: number; claps: number };
}

interface ApplauseTable {
  id: string;
  track_id: string;
  user_id: string | null;
  /** See `PlayEventTable.listener`. */
  listener: string;
  /** See `partOf`. */
  part: number;
  created_at: number;
}
