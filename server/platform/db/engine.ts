import type {
  CompiledQuery,
  Dialect,
  Kysely,
  QueryExecutorProvider,
  RawBuilder,
  SelectQueryBuilder,
} from 'kysely';
import type { Schema, Tx } from './schema.ts';

/** A statement that is not sent yet. */
export interface Statement<Row = unknown> {
  compile: (executor: QueryExecutorProvider) => CompiledQuery<Row>;
}

/** The rows of each statement. */
export type RowsOf<Statements extends readonly Statement[]> = {
  -readonly [K in keyof Statements]: Statements[K] extends Statement<infer Row> ? Row[] : never;
};

/** What the two databases do differently; everything else is the same SQL. One file each implements it. */
export interface Engine {
  kind: 'sqlite' | 'postgres';
  dialect: Dialect;
  /** Type of a row number that counts up by itself. */
  seqColumn: RawBuilder<unknown>;
  /** Keeps other writers off the selected rows until the transaction ends. */
  lockRow: <T extends keyof Schema, O>(
    query: SelectQueryBuilder<Schema, T, O>,
  ) => SelectQueryBuilder<Schema, T, O>;
  /**
   * Runs statements of a transaction in order, in one round trip where the database has those. Each sees what the
   * ones before it did; none runs after one that failed.
   * @param last 'commit' when they end the transaction: nothing may follow in it.
   * @returns the rows of each.
   */
  pipeline: <const Statements extends readonly Statement[]>(
    tx: Tx,
    statements: Statements,
    last?: 'commit',
  ) => Promise<RowsOf<Statements>>;
  /** A new random id, made for each row of a statement. */
  newId: RawBuilder<string>;
  /** Whether a statement failed because a unique column already holds the value. */
  isDuplicate: (error: unknown) => boolean;
  /** Whether the same call may succeed in a moment: the database was away, busy, full, or refused to wait. */
  isTemporary: (error: unknown) => boolean;
  /**
   * Rows as a table of a query, `… as name`, in as many parameters however many rows there are: with these columns,
   * each of `text` or (null or a whole number) `bigint`.
   */
  rowsOf: (
    name: string,
    columns: Record<string, 'text' | 'bigint'>,
    rows: readonly object[],
  ) => RawBuilder<unknown>;
  /** Condition: the column is one of these values; in one parameter however many there are. */
  isAnyOf: (column: string, values: readonly string[]) => RawBuilder<boolean>;
  createTrackSearch: (db: Kysely<unknown>) => Promise<void>;
  /** Numbers of up to `limit` tracks whose search text contains every term of three or more characters. */
  searchTracks: (db: Kysely<Schema>, terms: string[], limit: number) => Promise<number[]>;
  /** Condition: the column is one of these row numbers; in one parameter however many there are. */
  isAnySeq: (column: string, seqs: readonly number[]) => RawBuilder<boolean>;
  /** The folded title and artist of a joined `track`, to sort by: by code points on both, short enough for a cursor. */
  titleKey: RawBuilder<string>;
  artistKey: RawBuilder<string>;
  createRequestSearch: (db: Kysely<unknown>) => Promise<void>;
  /** Condition on `song_request`: of each group its search text holds at least one of the folded parts. */
  requestsContaining: (groups: string[][]) => RawBuilder<boolean>;
  /** Tells every server on this database, once the transaction has committed; never when it is rolled back. */
  notify: (channel: Channel, text: string) => RawBuilder<unknown>;
  /** Hears what is told from the moment the promise is kept, until it is stopped. */
  listen: (channel: Channel, listener: Listener) => Promise<{ stop: () => void }>;
  close: () => void;
}

/** What servers of one database tell each other about. */
export type Channel = 'board';

export interface Listener {
  heard: (text: string) => void;
  /** Nothing was heard for a while, and now is again: what was told meanwhile is lost. */
  missed: () => void;
}
