/** Tables that the migrations keep about themselves. A backup names the migrations instead. */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/** Rows of a batch, so that a table of any size is read in bounded memory. */
export const BATCH_ROWS = 1000;

export type Row = Record<string, unknown>;

/** All tables as they were at one moment, while others go on writing. */
export interface Snapshot {
  engine: 'sqlite' | 'postgres';
  /** The migrations that have run, in the order of their names. */
  migrations: string[];
  /** A table comes after those that it refers to. */
  tables: string[];
  /** The rows of a table in batches. */
  rows: (table: string) => AsyncIterable<Row[]>;
  close: () => Promise<void>;
}
