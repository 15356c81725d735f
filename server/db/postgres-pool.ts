import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** What a statement begins with that is to be kept prepared, after its first word at most: its name, in a comment. */
const NAMED = /^(?:\w+ )?\/\* prepared (\w+) \*\//;

/**
 * The pool for Kysely, which has no word for a prepared statement: one with `/* prepared name *\/` at its front is
 * parsed and planned once in each connection. That suits short writes by a key, which take as long to plan as to
 * run; a search needs a plan for what it looks for, and stays unnamed.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const query = (text: string, values: unknown[]) => {
        const name = NAMED.exec(text)?.[1];
        return name === undefined ? client.query(text, values) : client.query({ name, text, values });
      };
      return {
        // Kysely's own type also has cursors, for streams, which we do not use.
        query: query as never,
        release: (destroy?: boolean) => client.release(destroy),
      };
    },
    end: () => pool.end(),
  };
}
