import { PostgresAdapter, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { chargeCommit, chargeStatement } from '../../call-cost.ts';
import type { Engine } from '../engine.ts';
import { isConflict, isLost, isTemporary } from './postgres-failures.ts';
import { listenOn } from './postgres-listener.ts';

/** Kysely's own lock of migrations outlives their transaction. `runMigrations` takes one that does not. */
const WITHOUT_LOCK = { acquireMigrationLock: async () => {}, releaseMigrationLock: async () => {} };

/** The OID of `bigint`, which holds epoch milliseconds and counts, all below 2^53. */
const BIGINT = 20;

const UNIQUE_VIOLATION = '23505';
const LOCK_NOT_AVAILABLE = '55P03';

/** Timeouts of a server, ms, so that one stuck statement, lock or transaction does not block the others. */
const TIMEOUTS = {
  /** Also limits the wait for a free connection of the pool. */
  connectionTimeoutMillis: 5000,
  statement_timeout: 10_000,
  /** For a server that no longer answers. The connection is closed then. */
  query_timeout: 12_000,
  /** Longer than PostgreSQL's `deadlock_timeout` of 1 s, so that deadlocks are recognized. */
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 30_000,
};

/** The share of the pool that transactions may use. Reads do not wait for locks, and get the others. */
const TRANSACTIONS = 0.7;
/** The share of the pool that long reads may use. */
const LONG_READS = 0.2;

interface PostgresOptions {
  /** Size of the pool. */
  connections?: number;
  /** Null for an operator's tools, which may take as long as they need. */
  timeouts?: Partial<typeof TIMEOUTS> | null;
}

/** Opens PostgreSQL (15 or newer) at `url`. */
export function openPostgres(
  url: string,
  { connections = 20, timeouts = TIMEOUTS }: PostgresOptions = {},
): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: timeouts?.connectionTimeoutMillis,
    query_timeout: timeouts?.query_timeout,
    types: {
      getTypeParser: (type, format) =>
        type === BIGINT
          ? Number
          : (pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown),
    },
  });
  // A lost connection fails its own query. Without listeners on the pool (idle clients) and on each client (clients
  // in use) it would crash the process.
  pool.on('error', () => {});
  const session = sessionSettings(timeouts ?? {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // It leaves together with the connection's first statement, which fails as well if the connection is lost.
    if (session) client.query(session).catch(() => {});
    watchStatements(client as unknown as pg.Client);
  });
  return {
    kind: 'postgres',
    dialect: Object.assign(new PostgresDialect({ pool }), {
      createAdapter: () => Object.assign(new PostgresAdapter(), WITHOUT_LOCK),
    }),
    byCodePoint: (column) => sql`(${sql.ref(column)} collate "C")`,
    // FOR UPDATE would also block inserting rows that refer to a locked one.
    lockRow: (query, whenLocked) => {
      const locking = query.forNoKeyUpdate();
      return whenLocked === 'skip'
        ? locking.skipLocked()
        : whenLocked === 'fail'
          ? locking.noWait()
          : locking;
    },
    transactionsAtOnce: Math.max(1, Math.floor(connections * TRANSACTIONS)),
    longReads: (db) => db,
    indexReads: (db) => db,
    longReadsAtOnce: Math.max(1, Math.floor(connections * LONG_READS)),
    listsAtOnce: Math.max(1, Math.floor(connections * LONG_READS)),
    conflicts: { isConflict, repeats: 1, pauseMs: 10 },
    newId: sql`gen_random_uuid()::text`,
    isDuplicate: (error) => error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION,
    isLocked: (error) => error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE,
    isTemporary,
    // Arrays rather than JSON: the planner expects few elements and uses an index. Inside a `select` their length is
    // hidden from it, so one generic plan is kept.
    rowsOf: (name, columns, rows) => {
      const arrays = Object.entries(columns).map(
        ([column, type]) =>
          sql`(select ${rows.map((row) => (row as Record<string, unknown>)[column] ?? null)}::${sql.raw(type)}[])`,
      );
      const names = Object.keys(columns).map((column) => sql.ref(column));
      return sql`unnest(${sql.join(arrays)}) as ${sql.ref(name)}(${sql.join(names)})`;
    },
    isAnyOf: (column, values) => isAnyIn(column, [...values], 'text'),
    listParameter: (values) => [...values],
    isAnyIn,
    tracksContaining,
    titleKey: sql`(substr(track.search_text, 1, 64) collate "C")`,
    artistKey: sql`(substr(split_part(track.search_text, e'\\n', 2), 1, 64) collate "C")`,
    requestsContaining: (groups) => containing('song_request.search_text', groups),
    facts: async (db) => {
      const { rows } = await sql<{ version: string; bytes: number }>`select
        current_setting('server_version') as version,
        pg_database_size(current_database()) as bytes`.execute(db);
      return rows[0]!;
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    noteTables: () => {},
    notify: (channel, text) => sql`select pg_notify(${channel}, ${text})`,
    listen: (channel, listener) => listenOn(url, channel, listener),
    close: async () => {},
  };
}

/**
 * Charges for the statements of a connection, and closes it when an answer does not come: the next caller would wait for
 * it as well. A closed connection rolls back, and the rollback must not hide the error.
 */
function watchStatements(client: pg.Client): void {
  const query = client.query.bind(client) as (text: string, values: unknown[]) => Promise<pg.QueryResult>;
  let lost = false;
  const watched = async (text: string, values: unknown[] = []) => {
    if (lost && text === 'rollback') return { command: 'ROLLBACK', rows: [] };
    try {
      const result = await query(text, values);
      if (text === 'commit') chargeCommit();
      const rows = result.rowCount ?? 0;
      chargeStatement(values, result.command === 'SELECT' ? { read: rows } : { written: rows });
      return result;
    } catch (error) {
      lost ||= isLost(error);
      if (lost) client.end().catch(() => {});
      throw error;
    }
  };
  client.query = watched as typeof client.query;
}

/** Statements, because poolers refuse what they do not know in the message that opens a connection. */
function sessionSettings({
  connectionTimeoutMillis: _connection,
  query_timeout: _query,
  ...session
}: Partial<typeof TIMEOUTS>): string {
  return Object.entries(session)
    .map(([name, ms]) => `set ${name} = ${ms}`)
    .join('; ');
}

/** Condition: the column has one of the values of the array. */
function isAnyIn(column: string, parameter: unknown, type: 'text' | 'bigint'): RawBuilder<boolean> {
  return sql`${sql.ref(column)} = any(array(select unnest(${parameter}::${sql.raw(type)}[])))`;
}

function tracksContaining(alternatives: string[][][], limit: number): RawBuilder<{ seq: number }> {
  const conditions = alternatives.map((groups) => containing('search_text', groups));
  return sql`(select seq from track where ${sql.join(conditions, sql` or `)} limit ${limit})`;
}

/** Condition: the column contains at least one of the parts of every group. */
function containing(column: string, groups: string[][]): RawBuilder<boolean> {
  const contains = (part: string) => sql`${sql.ref(column)} like ${`%${escaped(part)}%`}`;
  const ofGroup = (group: string[]) => sql`(${sql.join(group.map(contains), sql` or `)})`;
  return sql<boolean>`(${sql.join(groups.map(ofGroup), sql` and `)})`;
}

const escaped = (term: string) => term.replace(/[\\%_]/g, '\\$&');
