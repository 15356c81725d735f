import type { CompiledQuery, PostgresPool } from 'kysely';
import type pg from 'pg';

/** Matches the name of a prepared statement in its leading comment. */
const PREPARED = /^(?:\w+ )?\/\* prepared (\w+) \*\//;

/** The text of a query whose parameters are the statements of a pipeline. Its rows are the rows of each. */
export const PIPELINE = '-- pipeline';
/** The same, followed by `commit`. */
export const PIPELINE_COMMIT = '-- pipeline, commit';

type Client = Awaited<ReturnType<PostgresPool['connect']>>;

/**
 * Wraps a pool in `pipeline` mode for Kysely, which knows neither pipelines nor prepared statements.
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
    if (committed) throw new Error('This transaction was committed with its last pipeline.');
    const piped = text === PIPELINE || text === PIPELINE_COMMIT;
    const statements: (string | pg.QueryConfig)[] = piped
      ? (values as CompiledQuery[]).map(({ sql, parameters }) => statement(sql, parameters))
      : [statement(text, values)];
    const first = begins ? 1 : 0;
    if (begins) statements.unshift('begin');
    if (text === PIPELINE_COMMIT) statements.push('commit');
    begins = false;
    committed = text === PIPELINE_COMMIT;
    const results = (await settled(sendTogether(client, statements))).slice(first);
    if (text !== PIPELINE_COMMIT) return piped ? rowsOfEach(results) : results[0];
    // The commit of a failed transaction succeeds, but its tag is ROLLBACK.
    if (results.pop()?.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return rowsOfEach(results);
  }

  return {
    // Kysely's type includes cursors, which we do not use.
    query: query as never,
    release: (destroy?: boolean) => {
      begins = false;
      committed = false;
      client.release(destroy);
    },
  };
}

/** Sends statements with one system call: the driver alone would use one for each, and wake the server as often. */
function sendTogether(
  client: pg.PoolClient,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<pg.QueryResult>[] {
  const { stream } = client.connection;
  stream.cork();
  try {
    return statements.map((one) => client.query(one as pg.QueryConfig));
  } finally {
    stream.uncork();
  }
}

const NO_ROWS = { command: '', rowCount: 0, rows: [] };

const rowsOfEach = (results: pg.QueryResult[]) => ({ ...NO_ROWS, rows: results.map(({ rows }) => rows) });

/** Waits for all, so that nothing of a failed pipeline is still running. @throws the first error. */
async function settled<T>(promises: Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(promises);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** The text behind each name of a prepared statement. */
const prepared = new Map<string, string>();

/**
 * Refuses what the driver would refuse by itself, but only after it has sent the rest of the pipeline.
 * @throws Error for two statements with one name, TypeError for a value that is neither plain nor a list.
 */
function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  for (const value of values)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      throw new TypeError('A statement takes text, numbers and lists of them.');
  const name = PREPARED.exec(text)?.[1];
  if (name === undefined) return { text, values: values as unknown[] };
  if ((prepared.get(name) ?? text) !== text) throw new Error(`Two statements are called "${name}".`);
  prepared.set(name, text);
  return { name, text, values: values as unknown[] };
}
