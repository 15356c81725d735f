import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Broker } from '../events.ts';
import type { CompiledStatement } from './engine.ts';
import { isLost } from './postgres-failures.ts';

/** The text of a query whose parameters are the statements of a pipeline. Its rows are the rows of each. */
export const PIPELINE = '-- pipeline';
/** The same, followed by `commit`. */
export const PIPELINE_COMMIT = '-- pipeline, commit';
/** How a statement begins that is not sent: its parameters are published when its transaction has committed. */
export const NOTIFY = '-- notify';

interface PoolOptions {
  /** How a transaction begins: `begin`, and what is set for its length. */
  begin: string;
  /** Whether connections keep named statements prepared. */
  prepares: boolean;
  publish: Broker['publish'] | undefined;
}

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
export function pipeliningPool(pool: pg.Pool, options: PoolOptions): PostgresPool {
  const wrap = (client: pg.PoolClient) => {
    const pipelining = pipeliningClient(client, options);
    return options.publish ? publishingClient(pipelining, options.publish) : pipelining;
  };
  // Kysely recognizes a client by identity.
  const wrapped = new WeakMap<pg.PoolClient, Client>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function pipeliningClient(client: pg.PoolClient, { begin, prepares }: PoolOptions): Client {
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
      ? (values as CompiledStatement[]).map((one) => batchStatement(one, prepares))
      : [batchStatement({ sql: text, parameters: values }, prepares)];
    if (!piped && !begins) return answered(client.query(statements[0] as pg.QueryConfig));
    const first = begins ? 1 : 0;
    if (begins) statements.unshift({ text: begin, values: [] });
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

/** Publishes notifications once their transaction has committed, instead of sending them to PostgreSQL. */
function publishingClient(client: Client, publish: Broker['publish']): Client {
  const send: (text: string, values: readonly unknown[]) => Promise<{ command: string; rows: unknown[] }> =
    client.query;
  const isNotify = ({ sql }: CompiledStatement) => sql.startsWith(NOTIFY);
  let held: CompiledStatement[] = [];
  let inTransaction = false;

  function publishHeld(): void {
    const ready = held;
    held = [];
    for (const { parameters } of ready) publish(...(parameters as Parameters<Broker['publish']>));
  }

  async function query(text: string, values: readonly unknown[] = []): Promise<unknown> {
    if (text === 'begin' || text === 'rollback') {
      held = [];
      inTransaction = text === 'begin';
    }
    if (text.startsWith(NOTIFY)) {
      held.push({ sql: text, parameters: values });
      if (!inTransaction) publishHeld();
      return NO_ROWS;
    }
    if (text !== PIPELINE && text !== PIPELINE_COMMIT) {
      const result = await send(text, values);
      if (text === 'commit' && result.command !== 'ROLLBACK') publishHeld();
      return result;
    }
    const all = values as CompiledStatement[];
    held.push(...all.filter(isNotify));
    const { rows } = await send(
      text,
      all.filter((one) => !isNotify(one)),
    );
    if (text === PIPELINE_COMMIT) publishHeld();
    const rest = rows.values();
    return { ...NO_ROWS, rows: all.map((one) => (isNotify(one) ? [] : rest.next().value)) };
  }

  return {
    query: query as never,
    release: (destroy) => {
      held = [];
      inTransaction = false;
      client.release(destroy);
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
function batchStatement(
  { sql: text, parameters: values, name }: CompiledStatement,
  prepares: boolean,
): BatchStatement {
  // Checked before anything is sent: the driver would leave this statement out, and send the others.
  for (const value of values.flat())
    if (typeof value === 'object' && value !== null)
      throw new TypeError('A statement takes text, numbers and lists of them.');
  if (name === undefined || !prepares) return { text, values };
  if ((preparedTexts.get(name) ?? text) !== text) throw new Error(`Two statements are called "${name}".`);
  preparedTexts.set(name, text);
  return { name, text, values };
}
