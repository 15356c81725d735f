import { CompiledQuery, type Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Engine, RowsOf } from './engine.ts';
import { isTemporary } from './postgres-failures.ts';
import { listenOn } from './postgres-listener.ts';
import { PIPELINE, PIPELINE_COMMIT, pipeliningPool } from './postgres-pool.ts';

/** PostgreSQL's type number of `bigint`: our epoch milliseconds and counts, all below 2^53. */
const BIGINT = 20;

const UNIQUE_VIOLATION = '23505';

/** Limits of a server, in ms: a statement, a lock or a transaction that hangs must not hold up the others. */
const TIMEOUTS = {
  /** Also how long to wait for a free connection of the pool. */
  connectionTimeoutMillis: 30_000,
  statement_timeout: 60_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
};

interface PostgresOptions {
  /** Connections at once. */
  connections?: number;
  /** Null for tools that an operator runs: they may take their time. */
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
    pipeline: true,
    keepAlive: true,
    ...timeouts,
    types: {
      getTypeParser: (type, format) =>
        type === BIGINT
          ? Number
          : (pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown),
    },
  });
  // A lost connection fails its own query. Without listeners on the pool (for idle clients) and on each client
  // (for those in use) it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    kind: 'postgres',
    dialect: new PostgresDialect({ pool: pipeliningPool(pool) }),
    seqColumn: sql`bigint generated always as identity primary key`,
    // Not FOR UPDATE: a row that merely refers to a held one need not wait for it.
    lockRow: (query) => query.forNoKeyUpdate(),
    pipeline: async (tx, statements, last) => {
      if (statements.length === 0) return [] as RowsOf<typeof statements>;
      const compiled = statements.map((statement) => statement.compile(tx));
      const { rows } = await tx.executeQuery(CompiledQuery.raw(last ? PIPELINE_COMMIT : PIPELINE, compiled));
      return rows as RowsOf<typeof statements>;
    },
    newId: sql`gen_random_uuid()::text`,
    isDuplicate: (error) => error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION,
    isTemporary,
    // Arrays rather than JSON: the planner takes them for few, and looks rows up instead of reading the table. In a
    // `select` it does not see how many they are, so that one plan serves and is kept.
    rowsOf: (name, columns, rows) => {
      const arrays = Object.entries(columns).map(
        ([column, type]) =>
          sql`(select ${rows.map((row) => (row as Record<string, unknown>)[column] ?? null)}::${sql.raw(type)}[])`,
      );
      const names = Object.keys(columns).map((column) => sql.ref(column));
      return sql`unnest(${sql.join(arrays)}) as ${sql.ref(name)}(${sql.join(names)})`;
    },
    isAnyOf: (column, values) =>
      sql<boolean>`${sql.ref(column)} = any(array(select unnest(${[...values]}::text[])))`,
    createTrackSearch,
    searchTracks: async (db, terms, limit) => {
      const contains = terms.map((term) => sql`search_text like ${`%${escaped(term)}%`}`);
      const { rows } = await sql<{ seq: number }>`select seq from track
        where ${sql.join(contains, sql` and `)} limit ${limit}`.execute(db);
      return rows.map((row) => row.seq);
    },
    isAnySeq: (column, seqs) =>
      sql<boolean>`${sql.ref(column)} = any(array(select unnest(${[...seqs]}::bigint[])))`,
    titleKey: sql`(substr(track.search_text, 1, 64) collate "C")`,
    artistKey: sql`(substr(split_part(track.search_text, e'\\n', 2), 1, 64) collate "C")`,
    createRequestSearch,
    requestsContaining: (groups) => {
      const holds = (part: string) => sql`song_request.search_text like ${`%${escaped(part)}%`}`;
      return sql<boolean>`(${sql.join(
        groups.map((group) => sql`(${sql.join(group.map(holds), sql` or `)})`),
        sql` and `,
      )})`;
    },
    notify: (channel, text) => sql`/* prepared notify */ select pg_notify(${channel}, ${text})`,
    listen: (channel, listener) => listenOn(url, channel, listener),
    close: () => {},
  };
}

async function createTrackSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create index track_search on track using gin (search_text gin_trgm_ops)`.execute(db);
}

async function createRequestSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create index song_request_search on song_request using gin (search_text gin_trgm_ops)`.execute(
    db,
  );
}

const escaped = (term: string) => term.replace(/[\\%_]/g, '\\$&');
