export interface PremiereTables {
  premiere: PremiereTable;
  premiere_presence: PresenceTable;
}

/** A time that somebody named for hearing a song together. Without one, a premiere follows the release at once. */
export interface PremiereTable {
  id: string;
  request_id: string;
  /** User who named the time; null if they have left. */
  host_id: string | null;
  starts_at: number;
  called_off_at: number | null;
  created_at: number;
  updated_at: number;
}

/** People at a premiere. Rows are deleted within hours. */
interface PresenceTable {
  request_id: string;
  /** The key of a member or of a visitor's tab. */
  guest: string;
  user_id: string | null;
  came_at: number;
  seen_at: number;
}
