import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { chargeCommit, chargeStatement } from '../../call-cost.ts';

/** Prepared statements in the cache. The product has far fewer, but generated queries could have more. */
const MAX_STATEMENTS = 500;

/**
 * Adapts node:sqlite to the better-sqlite3 API that Kysely's SQLite dialect uses. Statements stay prepared.
 * @param onEnd is called at the end of each transaction.
 */
export function betterSqliteApi(database: DatabaseSync, onEnd: (committed: boolean) => void = () => {}) {
  const statements = new Map<string, ReturnType<typeof toBetterSqlite>>();
  return {
    prepare: (text: string) => {
      let statement = statements.get(text);
      if (!statement) {
        statement = toBetterSqlite(database.prepare(toSqliteText(text)));
        if (text === 'commit' || text === 'rollback') statement = reportEnd(database, statement, text, onEnd);
        if (statements.size >= MAX_STATEMENTS) statements.clear();
        statements.set(text, statement);
      }
      return statement;
    },
  };
}

const NO_CHANGES = { changes: 0, lastInsertRowid: 0 };

/** Reports the end of the transaction after `commit` or `rollback`. */
function reportEnd(
  database: DatabaseSync,
  statement: ReturnType<typeof toBetterSqlite>,
  text: 'commit' | 'rollback',
  onEnd: (committed: boolean) => void,
): ReturnType<typeof toBetterSqlite> {
  return {
    ...statement,
    run: (parameters) => {
      // A full disk rolls a transaction back by itself; an error of the rollback would hide that.
      const isOver = text === 'rollback' && !database.isTransaction;
      const result = isOver ? NO_CHANGES : statement.run(parameters);
      if (text === 'commit') chargeCommit();
      onEnd(text === 'commit');
      return result;
    },
  };
}

function toSqliteText(text: string): string {
  // A transaction that reads before it writes must take the write lock at its start.
  if (text === 'begin') return 'begin immediate';
  // Binding a bare `limit ?` makes SQLite prepare the statement again, which takes as long as a short query.
  return text.replaceAll(' limit ?', ' limit ? + 0');
}

/** Reads rows as arrays and builds the objects itself, because node:sqlite's row objects are slow. */
function toBetterSqlite(statement: StatementSync) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  const names = statement.columns().map((column) => column.name);
  statement.setReturnArrays(true);
  const row = rowBuilder(names);
  return {
    names,
    reader: names.length > 0,
    /** The rows as arrays of the values of `names`. */
    cells: (parameters: readonly unknown[]) => statement.all(...values(parameters)) as unknown as unknown[][],
    all: (parameters: readonly unknown[]) => {
      const rows = statement.all(...values(parameters)).map(row);
      chargeStatement(parameters, { read: rows.length });
      return rows;
    },
    run: (parameters: readonly unknown[]) => {
      const result = statement.run(...values(parameters));
      chargeStatement(parameters, { written: Number(result.changes) });
      return result;
    },
    *iterate(parameters: readonly unknown[]) {
      for (const one of statement.iterate(...values(parameters))) yield row(one);
    },
  };
}

/**
 * Builds row objects from their values, each as a copy of one with the same keys: V8 turns objects whose keys are added
 * in a loop into dictionaries, which takes six times as long.
 */
export function rowBuilder(names: readonly string[]): (cells: unknown) => object {
  const empty: Record<string, unknown> = JSON.parse(
    `{${names.map((name) => `${JSON.stringify(name)}:null`)}}`,
  );
  return (cells) => {
    const row = { ...empty };
    for (let i = 0; i < names.length; i++) row[names[i]!] = (cells as unknown[])[i];
    return row;
  };
}

/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL */
export const TEMPORARY = new Set([5, 6, 8, 10, 13]);

/** SQLITE_BUSY: another process, such as the console, is writing. */
export const BUSY = 5;

/** The primary result code of an error of SQLite; NaN for any other error. */
export const errorCode = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN;
