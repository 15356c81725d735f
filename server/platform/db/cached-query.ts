import { type Compilable, CompiledQuery } from 'kysely';
import type { Statement } from './engine.ts';

/** Stands for a value while a query is built. Reading it as a value is a mistake in `build`. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`A cached query may only pass on "${this.name}", not compute with it.`);
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

const MAX_CACHED = 500;
const cache = new Map<string, CompiledQuery>();

/**
 * Builds and compiles a query once for each key, since that takes longer than running a short one (`npm run bench --
 * lists`). Use it only for the queries that visitors run most.
 * @param key names everything that the SQL depends on: the engine, the query, and which parts of it are used.
 * @param values the query's parameters. One that is undefined is not used; the key must tell.
 * @param build must pass the values on as parameters and not look at them.
 * @returns the query for `db.executeQuery`.
 */
export function cachedQuery<Values extends Record<string, unknown>, Row>(
  key: string,
  values: Values,
  build: (values: Values) => Compilable<Row>,
): CompiledQuery<Row> {
  let query = cache.get(key);
  if (!query) {
    const placeholders = Object.entries(values).map(([name, value]) => [
      name,
      value === undefined ? undefined : new Placeholder(name),
    ]);
    query = build(Object.fromEntries(placeholders)).compile();
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, query);
  }
  const parameters = query.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
  return CompiledQuery.raw(query.sql, parameters) as CompiledQuery<Row>;
}

/** The same as a statement of a pipeline. */
export function cachedStatement<Values extends Record<string, unknown>, Row>(
  ...query: Parameters<typeof cachedQuery<Values, Row>>
): Statement<Row> {
  return { compile: () => cachedQuery(...query) };
}
