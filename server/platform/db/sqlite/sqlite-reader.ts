import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { chargeStatement } from '../../call-cost.ts';
import type { Schema } from '../schema.ts';
import type { ReaderAnswer, ReaderQuestion } from './sqlite-reader-thread.ts';
import { rowBuilder } from './sqlite-statements.ts';

/** Timeout of an answer, ms. SQLite cannot be interrupted, so the thread goes on, but nobody waits for it. */
const BUDGET_MS = 5000;

/** A thread that nobody needs for this long ends, because it takes 25 MB; ms. */
const IDLE_MS = 5000;

/** An error with the code SQLITE_BUSY, which counts as temporary. */
const busy = (message: string) => Object.assign(new Error(message), { errcode: 5 });

interface Reader {
  db: Kysely<Schema>;
  close: () => Promise<void>;
}

/**
 * Reads a database file in a thread of its own, so that a statement does not stop the event loop. The thread starts
 * with a statement and ends when no other has come for `idleMs`.
 */
export function openReader(file: string, idleMs = IDLE_MS): Reader {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let asked = 0;
  const pending = new Map<number, PromiseWithResolvers<Found>>();
  let unsent: ReaderQuestion[] = [];

  const start = (): Worker => {
    const started = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), {
      workerData: file,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    started.unref();
    started.on('message', (answers: ReaderAnswer[]) => answers.forEach(settle));
    started.on('error', ({ message }) => fail(started, message));
    started.on('exit', () => fail(started, 'The thread that reads the database ended.'));
    return started;
  };

  const end = async () => {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };

  const settle = (answer: ReaderAnswer) => {
    const waiting = pending.get(answer.id);
    if ('cells' in answer) waiting?.resolve(answer);
    else waiting?.reject(Object.assign(new Error(answer.message), { errcode: answer.errcode }));
  };

  /** Waking the thread takes as long as a short statement: the statements of one turn are sent together. */
  const send = (question: ReaderQuestion) => {
    if (unsent.length === 0) process.nextTick(sendAll);
    unsent.push(question);
  };

  const sendAll = () => {
    const questions = unsent;
    unsent = [];
    try {
      worker ??= start();
      worker.postMessage(questions);
    } catch (error) {
      for (const { id } of questions) pending.get(id)?.reject(error);
    }
  };

  const fail = (ended: Worker, message: string) => {
    if (worker !== ended) return;
    worker = undefined;
    for (const { reject } of pending.values()) reject(busy(message));
  };

  const read = async ({ sql, parameters }: CompiledQuery): Promise<unknown[]> => {
    const id = asked++;
    const waiting = Promise.withResolvers<Found>();
    pending.set(id, waiting);
    const timer = setTimeout(() => waiting.reject(busy('A search took too long.')), BUDGET_MS);
    clearTimeout(idle);
    try {
      send({ id, sql, parameters });
      const { names, cells } = await waiting.promise;
      const rows = (JSON.parse(cells) as unknown[]).map(rowOf(names));
      chargeStatement(parameters, { read: rows.length });
      return rows;
    } finally {
      clearTimeout(timer);
      pending.delete(id);
      if (pending.size === 0) idle = setTimeout(end, idleMs).unref();
    }
  };

  const db = new Kysely<Schema>({ dialect: readingDialect(read) });
  return {
    db,
    close: async () => {
      await db.destroy();
      clearTimeout(idle);
      await end();
    },
  };
}

/** Result of a statement. */
type Found = Extract<ReaderAnswer, { cells: string }>;

const MAX_BUILDERS = 500;
const builders = new Map<string, (cells: unknown) => object>();

/** The builder of rows with these columns. */
function rowOf(names: string[]): (cells: unknown) => object {
  const key = names.join();
  let builder = builders.get(key);
  if (!builder) {
    builder = rowBuilder(names);
    if (builders.size >= MAX_BUILDERS) builders.clear();
    builders.set(key, builder);
  }
  return builder;
}

function readingDialect(read: (query: CompiledQuery) => Promise<unknown[]>): Dialect {
  const readOnly = async () => {
    throw new Error('This connection only reads, one statement at a time.');
  };
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => ({ rows: (await read(query)) as Row[] }),
    streamQuery: () => {
      throw new Error('This connection does not stream.');
    },
  };
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: readOnly,
      commitTransaction: readOnly,
      rollbackTransaction: readOnly,
      destroy: async () => {},
    }),
  };
}
