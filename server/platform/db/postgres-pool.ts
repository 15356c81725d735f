import type { CompiledQuery, PostgresPool } from 'kysely';
import type pg from 'pg';
import { type BatchStatement, sendBatch } from './postgres-batch.ts';
import { isLost } from './postgres-failures.ts';

/** Matches the name of a prepared statement in its leading comment. */
const PREPARED = /^(?:\w+ )?\/\* prepared (\w+) \*\//;

/** The text of a query whose parameters are the statements of a pipeline. Its rows are the rows of each. */
export const PIPELINE = '-- pipeline';
/** The same, followed by `commit`. */
export const PIPELINE_COMMIT = '-- pipeline, commit';

type Client = Awaited<ReturnType<PostgresPool['connect']>>;

/**
 * Wraps a pool for Kysely, which knows neither pipelines nor prepared statements.
 *
 * A statement with `/* prepared name *\/` at its front is parsed and planned once in each connection. That suits
 * short writes by a key, which take as long to plan as to run. A search needs a plan for its own terms: leave it
 * unnamed.
 *
 * Round trips dominate short transactions, so `begin` is sent together with the first statement, and the statements of
 * a pipeline leave in one packet.
 */
export function pipeliningPool(pool: pg.Pool): PostgresPool {
  // Kysely recognizes a client by identity.
  const wrapped = new WeakMap<pg.PoolClient, Client>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? pipeliningClient(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function pipeliningClient(client: pg.PoolClient): Client {
  let begins = false;
  let committed = false;
  /** An answer did not come. No other is waited for: the connection is closed, and PostgreSQL rolls back. */
  let lost = false;

  async function query(text: string, values: readonly unknown[] = []): Promise<unknown> {
    if (text === 'begin') {
      committed = false;
      begins = true;
      return NO_ROWS;
    }
    // Nothing was sent since `begin`.
    if (begins && (text === 'commit' || text === 'rollback')) {
      begins = false;
      return NO_ROWS;
    }
    if (committed && (text === 'commit' || text === 'rollback')) return NO_ROWS;
    if (lost && text === 'rollback') return NO_ROWS;
    if (committed) throw new Error('This transaction was committed with its last pipeline.');
    const piped = text === PIPELINE || text === PIPELINE_COMMIT;
    const statements = piped
      ? (values as CompiledQuery[]).map(({ sql, parameters }) => statement(sql, parameters))
      : [statement(text, values)];
    if (!piped && !begins) return answered(client.query(statements[0] as pg.QueryConfig));
    const first = begins ? 1 : 0;
    if (begins) statements.unshift(BEGIN);
    if (text === PIPELINE_COMMIT) statements.push(COMMIT);
    begins = false;
    const results = (await answered(sendBatch(client, statements))).slice(first);
    if (text !== PIPELINE_COMMIT) return piped ? rowsOfEach(results) : results[0];
    committed = true;
    // The commit of a failed transaction succeeds, but its tag is ROLLBACK.
    if (results.pop()?.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return rowsOfEach(results);
  }

  async function answered<T>(result: Promise<T>): Promise<T> {
    try {
      return await result;
    } catch (error) {
      lost ||= isLost(error);
      throw error;
    }
  }

  return {
    // Kysely's type includes cursors, which we do not use.
    query: query as never,
    release: (destroy?: boolean) => {
      begins = false;
      committed = false;
      client.release(destroy || lost);
    },
  };
}

const BEGIN: BatchStatement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: BatchStatement = { name: 'commit', text: 'commit', values: [] };

const NO_ROWS = { command: '', rowCount: 0, rows: [] };

const rowsOfEach = (results: pg.QueryResult[]) => ({ ...NO_ROWS, rows: results.map(({ rows }) => rows) });

/** The text behind each name of a prepared statement. */
const prepared = new Map<string, string>();

/**
 * A statement of a batch.
 * @throws Error for two statements with one name, TypeError for a value that is neither plain nor a list.
 */
function statement(text: string, values: readonly unknown[]): BatchStatement {
  for (const value of values)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      throw new TypeError('A statement takes text, numbers and lists of them.');
  const name = PREPARED.exec(text)?.[1];
  if (name === undefined) return { text, values };
  if ((prepared.get(name) ?? text) !== text) throw new Error(`Two statements are called "${name}".`);
  prepared.set(name, text);
  return { name, text, values };
}
