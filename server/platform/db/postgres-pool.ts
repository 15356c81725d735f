import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import type { CompiledStatement } from './engine.ts';
import { isLost } from './postgres-failures.ts';

/** The text of a query whose parameters are the statements of a pipeline. Its rows are the rows of each. */
export const PIPELINE = '-- pipeline';
/** The same, followed by `commit`. */
export const PIPELINE_COMMIT = '-- pipeline, commit';
/** A statement, which a connection keeps prepared if it has a name. */
interface BatchStatement {
  name?: string;
  text: string;
  values: readonly unknown[];
}

type Client = Awaited<ReturnType<PostgresPool['connect']>>;

/**
 * Wraps a pool for Kysely, which knows neither pipelines nor prepared statements. The pool's connections have the
 * driver's `pipeline` turned on, so that statements leave without waiting for the answers to those before them.
 *
 * Round trips dominate short transactions, so `begin` is sent together with the first statement, and the statements of
 * a pipeline leave together.
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
      ? (values as CompiledStatement[]).map(batchStatement)
      : [batchStatement({ sql: text, parameters: values })];
    if (!piped && !begins) return answered(client.query(statements[0] as pg.QueryConfig));
    const first = begins ? 1 : 0;
    if (begins) statements.unshift({ text: 'begin', values: [] });
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

const COMMIT: BatchStatement = { text: 'commit', values: [] };

/**
 * Sends the statements of a transaction without waiting in between. Once one has failed, PostgreSQL refuses the rest.
 * @returns the result of each. @throws the first error.
 */
async function sendBatch(
  client: pg.PoolClient,
  statements: readonly BatchStatement[],
): Promise<pg.QueryResult[]> {
  const results = await Promise.allSettled(statements.map((one) => client.query(one as pg.QueryConfig)));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

const NO_ROWS = { command: '', rowCount: 0, rows: [] };

const rowsOfEach = (results: pg.QueryResult[]) => ({ ...NO_ROWS, rows: results.map(({ rows }) => rows) });

/** The text behind each name of a prepared statement. */
const preparedTexts = new Map<string, string>();

/**
 * A statement of a batch.
 * @throws Error for two statements with one name, TypeError for a value that is neither plain nor a list.
 */
function batchStatement({ sql: text, parameters: values, name }: CompiledStatement): BatchStatement {
  // Checked before anything is sent: the driver would leave this statement out, and send the others.
  for (const value of values.flat())
    if (typeof value === 'object' && value !== null)
      throw new TypeError('A statement takes text, numbers and lists of them.');
  if (name === undefined) return { text, values };
  if ((preparedTexts.get(name) ?? text) !== text) throw new Error(`Two statements are called "${name}".`);
  preparedTexts.set(name, text);
  return { name, text, values };
}
