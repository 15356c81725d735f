import type { CompiledQuery, PostgresPool } from 'kysely';
import pg from 'pg';

/** What a statement begins with that is to be kept prepared, after its first word at most: its name, in a comment. */
const NAMED = /^(?:\w+ )?\/\* prepared (\w+) \*\//;

/** A statement's text that stands for its parameters, which are statements; the rows of each are one row of its own. */
export const TOGETHER = '-- together';
/** The same, where `commit` goes along. */
export const TOGETHER_LAST = '-- together, and commit';

/**
 * The pool for Kysely, which has no word for a prepared statement: one with `/* prepared name *\/` at its front is
 * parsed and planned once in each connection. That suits short writes by a key, which take as long to plan as to
 * run; a search needs a plan for what it looks for, and stays unnamed.
 *
 * Round trips are what a short transaction takes longest for, so a transaction's `begin` waits for its first
 * statement and is sent along with it.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  // Kysely keeps something of its own for each client, and knows it again.
  const known = new WeakMap<pg.PoolClient, Client>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const ours = known.get(client) ?? preparingClient(client);
      known.set(client, ours);
      return ours;
    },
    end: () => pool.end(),
  };
}

type Client = Awaited<ReturnType<PostgresPool['connect']>>;

function preparingClient(client: pg.PoolClient): Client {
  // Of the transaction: whether it is still to be begun, and whether it was committed along with statements.
  let begins = false;
  let committed = false;

  const query = (text: string, values: readonly unknown[] = []): Promise<unknown> => {
    if (text === 'begin') {
      [begins, committed] = [true, false];
      return NOTHING;
    }
    if ((text === 'commit' || text === 'rollback') && (begins || committed)) {
      [begins, committed] = [false, false];
      return NOTHING;
    }
    if (committed) throw new Error('This transaction was committed along with its last statements.');
    if (begins || text === TOGETHER || text === TOGETHER_LAST) return several(text, values);
    return client.query(statement(text, values));
  };

  async function several(text: string, values: readonly unknown[]): Promise<unknown> {
    const [first, last] = [begins, text === TOGETHER_LAST];
    begins = false;
    const together = last || text === TOGETHER;
    const own = together
      ? (values as CompiledQuery[]).map(({ sql, parameters }) => statement(sql, parameters))
      : [statement(text, values)];
    const all = [...(first ? [BEGIN] : []), ...own, ...(last ? [COMMIT] : [])];
    const results = (await sendAll(client, all)).slice(first ? 1 : 0, last ? -1 : undefined);
    committed = last;
    return together ? { command: '', rowCount: 0, rows: results.map((result) => result.rows) } : results[0];
  }

  return {
    // Kysely's own type also has cursors, for streams, which we do not use.
    query: query as never,
    release: (destroy?: boolean) => {
      [begins, committed] = [false, false];
      client.release(destroy);
    },
  };
}

const NOTHING = Promise.resolve({ command: '', rowCount: 0, rows: [] });

interface Statement {
  /** Under which it is kept prepared. */
  name?: string;
  text: string;
  values: unknown[];
}

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] };

function statement(text: string, values: readonly unknown[]): Statement {
  const name = NAMED.exec(text)?.[1];
  return { ...(name !== undefined && { name }), text, values: values as unknown[] };
}

/** Sends statements in one message of the protocol: where one fails, those behind it are not run. */
function sendAll(client: pg.PoolClient, statements: Statement[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    // What cannot be written as a value fails here, before anything is sent.
    const all = statements.map((one) => ({ ...one, values: one.values.map(prepareValue) }));
    client.query(new Group(all, (error, results) => (error ? reject(error) : resolve(results))));
  });
}

// The driver's own parts, which its types do not tell.

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** What statements are sent by, and which are prepared there: their texts by name. */
interface Connection {
  stream: { cork: () => void; uncork: () => void };
  parse: (statement: { name?: string; text: string }) => void;
  bind: (portal: { statement: string | undefined; values: unknown[] }) => void;
  describe: (portal: { type: 'P' }) => void;
  execute: (portal: object) => void;
  sync: () => void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

type Callback = (error: Error | undefined, results: pg.QueryResult[]) => void;
interface DriverQuery {
  /** Of the statement that is answered next. */
  name: string | undefined;
  text: string;
  submit(connection: object): void;
  handleCommandComplete(message: { text: string }, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (config: Statement, callback: Callback) => DriverQuery;

/** A query of several statements. The driver gathers their results by itself, as it does for plain text of several. */
class Group extends DriverQuery {
  #statements: Statement[];
  #answered = 0;

  constructor(statements: Statement[], callback: Callback) {
    super(statements[0]!, callback);
    this.#statements = statements;
  }

  override submit(connection: object): void {
    const to = connection as Connection;
    to.stream.cork();
    for (const { name, text, values } of this.#statements) {
      if (name === undefined) to.parse({ text });
      else if (!(name in to.parsedStatements || name in to.submittedNamedStatements)) {
        to.parse({ name, text });
        to.submittedNamedStatements[name] = text;
      }
      to.bind({ statement: name, values });
      to.describe({ type: 'P' });
      to.execute({});
    }
    to.sync();
    to.stream.uncork();
  }

  override handleCommandComplete(message: { text: string }, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    const next = this.#statements[++this.#answered];
    if (next) [this.name, this.text] = [next.name, next.text];
  }

  override handleError(error: Error, connection: Connection): void {
    for (const { name } of this.#statements)
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }
}
