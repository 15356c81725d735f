import pg from 'pg';

/** A statement, which a connection keeps prepared if it has a name. */
export interface BatchStatement {
  name?: string;
  text: string;
  values: readonly unknown[];
}

/**
 * Sends statements as one batch of the protocol: one packet there and one back. If one fails, PostgreSQL skips the rest.
 * @returns the result of each.
 * @throws the first error; TypeError for a value that cannot be converted, and then sends nothing.
 */
export function sendBatch(
  client: pg.PoolClient,
  statements: readonly BatchStatement[],
): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(statements, (error, results) =>
      error ? reject(error) : resolve(Array.isArray(results) ? results : [results]),
    );
    client.query(batch as never);
  });
}

/** The driver's own parts that its types leave out. They are used in this file alone; package.json pins the driver. */
interface Connection {
  stream: { cork: () => void; uncork: () => void };
  parse: (statement: { name: string | undefined; text: string }) => void;
  bind: (portal: { statement: string | undefined; values: unknown[] }) => void;
  describe: (portal: { type: 'P' }) => void;
  execute: (portal: object) => void;
  sync: () => void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

type Callback = (error: Error | null, results: pg.QueryResult | pg.QueryResult[]) => void;

/** The driver's query: it collects the results of several statements, as it does for a text of several. */
interface DriverQuery {
  /** The statement that is answered next. */
  name: string | undefined;
  text: string;
  submit(connection: object): Error | null;
  handleCommandComplete(message: object, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (config: BatchStatement, callback: Callback) => DriverQuery;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/**
 * The driver's pipeline mode ends each statement with a message of its own (Sync), on which PostgreSQL sends what it has
 * and the client wakes up. A batch ends with one.
 */
class Batch extends DriverQuery {
  #statements: readonly (BatchStatement & { values: unknown[] })[];
  #answered = 0;

  constructor(statements: readonly BatchStatement[], callback: Callback) {
    super(statements[0]!, callback);
    this.#statements = statements.map((one) => ({ ...one, values: one.values.map(prepareValue) }));
  }

  override submit(connection: Connection): null {
    connection.stream.cork();
    try {
      for (const { name, text, values } of this.#statements) {
        if (name === undefined) connection.parse({ name, text });
        else if (!(name in connection.parsedStatements || name in connection.submittedNamedStatements)) {
          connection.parse({ name, text });
          connection.submittedNamedStatements[name] = text;
        }
        connection.bind({ statement: name, values });
        connection.describe({ type: 'P' });
        connection.execute({});
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    const next = this.#statements[++this.#answered];
    if (next) [this.name, this.text] = [next.name, next.text];
  }

  /** What was not parsed before the error has to be parsed again. */
  override handleError(error: Error, connection: Connection): void {
    for (const { name } of this.#statements)
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }
}
