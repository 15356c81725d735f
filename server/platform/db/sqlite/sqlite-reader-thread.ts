import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { betterSqliteApi } from './sqlite-statements.ts';

/**
 * Questions to the thread, several at a time, and its answers: the rows as JSON arrays, since to copy objects to
 * another thread takes five times as long. There are only texts and numbers in them.
 */
export interface ReaderQuestion {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}
export type ReaderAnswer = { id: number } & (
  | { names: string[]; cells: string }
  | { message: string; errcode: number | undefined }
);

/** Answers the statements that `openReader` sends, in order. */
const database = new DatabaseSync(workerData as string, { readOnly: true, timeout: 1000 });
database.exec('pragma cache_size = -16000; pragma temp_store = memory');
const statements = betterSqliteApi(database);

parentPort!.on('message', (questions: ReaderQuestion[]) => {
  const answers = questions.map(({ id, sql, parameters }) => ({ id, ...answer(sql, parameters) }));
  parentPort!.postMessage(answers satisfies ReaderAnswer[]);
});

function answer(sql: string, parameters: readonly unknown[]) {
  try {
    const statement = statements.prepare(sql);
    return { names: statement.names, cells: JSON.stringify(statement.cells(parameters)) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { message, errcode };
  }
}
