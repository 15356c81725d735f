import type { Database } from '../db/database.ts';
import type { Migrations } from '../db/migrations/all.ts';

/** An empty database that becomes the server's once a backup has been restored into it. */
export interface RestoreTarget {
  /** Those that `open` runs. */
  migrations: Migrations;
  /** Creates the tables as they were after this migration, or as they are today. */
  open: (last?: string) => Promise<Database>;
  /** Makes the database the server's. @returns where the one before is kept; undefined if there was none. */
  commit: () => Promise<string | undefined>;
  /** Also after `commit`. */
  close: () => Promise<void>;
}

export interface RestoreOptions {
  /** Whether to replace a database that has users or tracks. */
  overwrite: boolean;
  now: number;
  /** Those of this version, unless a test adds a next step. */
  migrations?: Migrations;
}
