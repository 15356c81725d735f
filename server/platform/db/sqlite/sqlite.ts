import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type RawBuilder, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import type { Channel, Listener } from '../../events.ts';
import type { Engine } from '../engine.ts';
import { databaseFile, openFile } from './sqlite-files.ts';
import { openReader } from './sqlite-reader.ts';
import { BUSY, betterSqliteApi, errorCode, TEMPORARY } from './sqlite-statements.ts';

/**
 * Time that SQLite itself waits for another process, ms. That blocks the event loop, so a server waits hardly at all,
 * and repeats its transactions instead.
 */
const BUSY_TIMEOUT = { server: 20, console: 5000 };

/** Song requests that a search considers: reading all that contain a common word took 225 ms. */
const MAX_REQUESTS = 1000;

/**
 * The largest database in which looking up words takes less time than waking another thread: about 30,000 tracks, of
 * which it took a millisecond.
 */
const SMALL_BYTES = 64_000_000;

/** SQLITE_CONSTRAINT_UNIQUE */
const UNIQUE_VIOLATION = 2067;

/** Kysely's own says otherwise, and would commit each statement of a migration by itself. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Opens the embedded database in `folder`, or in memory. WAL with `synchronous=FULL`: an acknowledged write
 * survives a crash. The folder is locked until this process ends.
 * @param options.content of a database in memory, as `serialize` of node:sqlite returns it; empty by default.
 * @throws StartupError as `openFile`.
 */
export function openSqlite(
  folder: string | ':memory:',
  options: { exclusive: boolean; content?: Uint8Array },
): Engine {
  const timeout = options.exclusive ? BUSY_TIMEOUT.server : BUSY_TIMEOUT.console;
  const opened = folder === ':memory:' ? undefined : openFile(folder, options.exclusive, timeout);
  const database = opened?.database ?? new DatabaseSync(':memory:');
  const close = opened?.close ?? (() => database.close());
  if (options.content) database.deserialize(options.content);
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma cache_size = -32000; pragma temp_store = memory;
  `);
  const notifications = notificationQueue();
  const file = databaseFile(folder);
  const reader = opened && openReader(file);
  database.function('notify', (channel, text) => notifications.add(channel as Channel, String(text)));
  return {
    kind: 'sqlite',
    dialect: Object.assign(
      new SqliteDialect({ database: { ...betterSqliteApi(database, notifications.onEnd), close } }),
      {
        createAdapter: () => new TransactionalAdapter(),
      },
    ),
    byCodePoint: (column) => sql`${sql.ref(column)}`,
    lockRow: (query) => query,
    transactionsAtOnce: 1,
    longReads: (db) => reader?.db ?? db,
    indexReads: (db) => (reader && statSync(file).size > SMALL_BYTES ? reader.db : db),
    // The thread runs one after another. With several waiting it need not be woken for each.
    longReadsAtOnce: 4,
    listsAtOnce: 1,
    // About 2 s. Only the first statement, `begin immediate`, can find the database busy.
    conflicts: { isConflict: (error) => errorCode(error) === BUSY, repeats: 40, pauseMs: 30 },
    newId: sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
      || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
    isDuplicate: (error) =>
      error instanceof Error && 'errcode' in error && error.errcode === UNIQUE_VIOLATION,
    // Transactions run one after another.
    isLocked: () => false,
    isTemporary: (error) => TEMPORARY.has(errorCode(error)),
    rowsOf: (name, columns, rows) =>
      sql`(select ${sql.join(
        Object.keys(columns).map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`),
      )} from json_each(${JSON.stringify(rows)})) as ${sql.ref(name)}`,
    isAnyOf: (column, values) => isAnyIn(column, JSON.stringify(values)),
    listParameter: (values) => JSON.stringify(values),
    isAnyIn,
    // Parts instead of whole terms: of long terms that reads a third of the index. Their order does not matter, and
    // `order by rowid desc` would read the index backwards, which takes half as long again. With other terms, the first
    // and last part of each are notifying enough.
    tracksContaining: (alternatives, limit) => {
      const term = (one: string, isAlone: boolean) => {
        const parts = partsOf(one);
        const needed = isAlone ? parts : parts.filter((_, i) => i === 0 || i === parts.length - 1);
        return `(${needed.map(quoted).join(' AND ')})`;
      };
      const every = (groups: string[][]) =>
        groups
          .map((group) => `(${group.map((one) => term(one, groups.length === 1)).join(' OR ')})`)
          .join(' AND ');
      const match = alternatives.map((groups) => `(${every(groups)})`).join(' OR ');
      return sql`(select rowid as seq from track_search where track_search match ${match} limit ${limit})`;
    },
    titleKey: sql`substr(track.search_text, 1, 64)`,
    artistKey: sql`substr(track.search_text, instr(track.search_text, char(10)) + 1, 64)`,
    requestsContaining: (groups) => {
      const match = groups.map((group) => `(${group.map(quoted).join(' OR ')})`).join(' AND ');
      return sql<boolean>`song_request.seq in
        (select rowid from song_request_search where song_request_search match ${match}
          order by rowid desc limit ${MAX_REQUESTS})`;
    },
    facts: async (db) => {
      const { rows } = await sql<{ version: string; bytes: number }>`select sqlite_version() as version,
        page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
      return rows[0]!;
    },
    // Statements run on this thread, so none is ever running while somebody asks.
    connections: () => ({ open: 1, idle: 1, waiting: 0 }),
    noteTables: () => opened?.noteTables(),
    notify: (channel, text) => sql`select notify(${channel}, ${text})`,
    listen: async (channel, listener) => notifications.listen(channel, listener),
    close: async () => {
      await reader?.close();
      opened?.unlock();
    },
  };
}

/** Holds notifications back until their transaction commits. One connection means one transaction at a time. */
function notificationQueue() {
  let pending: { channel: Channel; text: string }[] = [];
  const listeners = new Set<{ channel: Channel; onMessage: Listener['onMessage'] }>();
  return {
    add(channel: Channel, text: string): null {
      pending.push({ channel, text });
      return null;
    },
    listen(channel: Channel, { onMessage }: Listener) {
      const one = { channel, onMessage };
      listeners.add(one);
      return { stop: () => void listeners.delete(one) };
    },
    onEnd(committed: boolean) {
      const ready = pending;
      pending = [];
      if (!committed) return;
      for (const { channel, text } of ready)
        for (const one of listeners) if (one.channel === channel) one.onMessage(text);
    },
  };
}

/** Condition: the column has one of the values of the JSON array. */
function isAnyIn(column: string, parameter: unknown): RawBuilder<boolean> {
  return sql`${sql.ref(column)} in (select value from json_each(${parameter}))`;
}

/** The trigrams that cover a term, as few as possible. */
function partsOf(term: string): string[] {
  const letters = [...term];
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += 3)
    parts.push(
      letters
        .slice(Math.min(at, letters.length - 3))
        .slice(0, 3)
        .join(''),
    );
  return parts;
}

const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`;
