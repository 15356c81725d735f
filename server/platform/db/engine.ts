import type { Dialect, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Channel, Listener } from '../events.ts';
import type { Db, Schema } from './schema.ts';

/** Differences between SQLite and PostgreSQL; one file implements each. All other SQL is shared. */
export interface Engine {
  kind: 'sqlite' | 'postgres';
  dialect: Dialect;
  /** A text column compared by code point, so that a range of it is a prefix. */
  byCodePoint: (column: string) => RawBuilder<string>;
  /** Maximum number of transactions at once. The remaining connections are for reads. */
  transactionsAtOnce: number;
  /** Connection for reads that may take long, without stopping others: `db` itself, or one in another thread. */
  longReads: (db: Db) => Db;
  /** Connection to look up words in an index: `db` itself while the database is small, otherwise as `longReads`. */
  indexReads: (db: Db) => Db;
  /** Maximum number of long reads at once. */
  longReadsAtOnce: number;
  /** Maximum number of long lists read at once, on the connections of everything else. */
  listsAtOnce: number;
  /** Retries of transactions: after which errors, how often, and after which pause (ms). */
  conflicts: { isConflict: (error: unknown) => boolean; repeats: number; pauseMs: number };
  /**
   * Locks the selected rows against other writers until the transaction ends.
   * @param whenLocked 'skip' leaves out rows that another transaction has locked, 'fail' throws an error of `isLocked`;
   *   by default it waits for them.
   */
  lockRow: <T extends keyof Schema, O>(
    query: SelectQueryBuilder<Schema, T, O>,
    whenLocked?: WhenLocked,
  ) => SelectQueryBuilder<Schema, T, O>;
  /** A new random UUID for each row of a statement. */
  newId: RawBuilder<string>;
  /** Tells whether a statement violated a unique constraint. */
  isDuplicate: (error: unknown) => boolean;
  /** Tells whether a row that was to be locked is locked by another transaction. */
  isLocked: (error: unknown) => boolean;
  /** Tells whether a retry may succeed: the database was unreachable, busy or full, or a wait timed out. */
  isTemporary: (error: unknown) => boolean;
  /**
   * Rows as a table of a query, `… as name`. The number of parameters does not depend on the number of rows. Values are
   * text, or integers or null for `bigint`.
   */
  rowsOf: (
    name: string,
    columns: Record<string, 'text' | 'bigint'>,
    rows: readonly object[],
  ) => RawBuilder<unknown>;
  /** Condition: the column has one of these values, passed as one parameter. */
  isAnyOf: (column: string, values: readonly string[]) => RawBuilder<boolean>;
  /** Values as one parameter, for `isAnyIn`. */
  listParameter: (values: readonly (string | number)[]) => unknown;
  /** Condition: the column has one of the values of such a parameter. */
  isAnyIn: (column: string, parameter: unknown, type: 'text' | 'bigint') => RawBuilder<boolean>;
  /**
   * Subquery: `seq` of up to `limit` tracks whose search text may contain, for one of the alternatives, at least one term
   * of every group, each of three or more characters. The rows tell whether it does.
   */
  tracksContaining: (alternatives: string[][][], limit: number) => RawBuilder<{ seq: number }>;
  /** Sort keys: folded title and artist of a joined `track`, compared by code point and short enough for a cursor. */
  titleKey: RawBuilder<string>;
  artistKey: RawBuilder<string>;
  /**
   * Condition on `song_request`: its search text contains at least one of the folded parts of every group. Use it with
   * a limit. On SQLite it is true of the newest thousand at most.
   */
  requestsContaining: (groups: string[][]) => RawBuilder<boolean>;
  /** The version of the database, and how many bytes it takes. */
  facts: (db: Db) => Promise<{ version: string; bytes: number }>;
  /** Connections to the database, how many of them are idle, and how many callers wait for one. */
  connections: () => { open: number; idle: number; waiting: number };
  /** Called once the tables are there: they must not get lost unnoticed. */
  noteTables: () => void;
  /** Notifies every server on this database when the transaction commits. */
  notify: (channel: Channel, text: string) => RawBuilder<unknown>;
  /** Receives notifications from the moment the promise resolves until `stop`. */
  listen: (channel: Channel, listener: Listener) => Promise<{ stop: () => void }>;
  close: () => Promise<void>;
}

/** Action on a row that another transaction has locked. */
export type WhenLocked = 'wait' | 'skip' | 'fail';
