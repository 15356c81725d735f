import { writeFileSync } from 'node:fs';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../server/platform/db/schema.ts';
import { testServer } from '../server/testing/server.ts';

/** A read as a minimal handler repeats it: the statements that it takes, and its answer. */
export interface RecordedRead {
  statements: { sql: string; parameters: unknown[] }[];
  answer: unknown;
}

/**
 * Answers each address once, with empty caches, and records what that took.
 * @param file gets the recorded reads by address, as JSON.
 * @returns the length of each answer, bytes.
 * @throws Error if an answer is not a success.
 */
export async function recordReads(
  folder: string,
  token: string,
  addresses: string[],
  file: string,
): Promise<Map<string, number>> {
  const server = await testServer({ folder });
  server.time.now = Date.now();
  // Like the server that is measured.
  server.c.mail = null;
  const reads: Record<string, RecordedRead> = {};
  const lengths = new Map<string, number>();
  let statements: RecordedRead['statements'] = [];
  const listen = (db: Kysely<Schema>) => {
    const executor = db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query: CompiledQuery) => {
      if (/^\s*(select|with)\b/i.test(query.sql))
        statements.push({ sql: query.sql, parameters: [...query.parameters] });
      return execute(query) as never;
    };
  };
  listen(server.c.db);
  listen(server.c.engine.longReads(server.c.db));
  for (const url of addresses) {
    statements = [];
    const { statusCode, payload } = await server.app.inject({
      url,
      headers: { authorization: `Bearer ${token}` },
    });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${payload.slice(0, 500)}`);
    reads[url] = { statements, answer: JSON.parse(payload) };
    lengths.set(url, Buffer.byteLength(payload));
  }
  await server.close();
  writeFileSync(file, JSON.stringify(reads));
  return lengths;
}
