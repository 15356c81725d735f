import type { Database } from '../db/database.ts';

/** An empty database that becomes the server's once a backup has been restored into it. */
export interface RestoreTarget {
  /** Creates the tables as they were after this migration, or as they are today. */
  open: (migration?: string) => Promise<Database>;
  /** Makes the database the server's. @returns where the one before is kept; undefined if there was none. */
  commit: () => Promise<string | undefined>;
  /** Also after `commit`. */
  close: () => Promise<void>;
}
