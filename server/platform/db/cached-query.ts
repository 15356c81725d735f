import type { CompiledQuery, DialectAdapter, QueryExecutorProvider } from 'kysely';
import type { Statement } from './engine.ts';
import type { Db, Tx } from './schema.ts';

/** Stands for a value while a query is built. Reading it as a value is a mistake in `build`. */
class Placeholder {
  readonly name: string;
  /** Its place in a list of values. */
  readonly index: number | undefined;
  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }
  in(values: Record<string, unknown>): unknown {
    const value = values[this.name];
    return this.index === undefined ? value : (value as unknown[])[this.index];
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`A cached query may only pass on "${this.name}", not compute with it.`);
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

const IS_EACH = Symbol('each');

/** A list of values that are a parameter each. The key must tell how many there are. */
export const each = <Value>(values: readonly Value[]): Value[] =>
  Object.assign([...values], { [IS_EACH]: true });

/** The queries of each open database. Its transactions share its adapter. */
const caches = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();
const MAX_CACHED = 500;

/**
 * Reads rows with a query that is built and compiled once for each key, since that takes longer than running a short
 * one (`npm run bench -- lists`). Use it for what visitors' and admins' pages read.
 * @param key names everything that the SQL depends on: the query, and which parts of it are used.
 * @param values the query's parameters. One that is undefined is not used; the key must tell.
 * @param build must pass the values on as parameters and not look at them.
 */
export async function cachedRows<Values extends Record<string, unknown>, Row>(
  db: Db | Tx,
  key: string,
  values: Values,
  build: (values: Values) => Statement<Row>,
): Promise<Row[]> {
  return (await db.executeQuery(cachedQuery(db, key, values, build))).rows;
}

/** The same as a statement of a pipeline. */
export function cachedStatement<Values extends Record<string, unknown>, Row>(
  key: string,
  values: Values,
  build: (values: Values) => Statement<Row>,
): Statement<Row> {
  return { compile: (db) => cachedQuery(db, key, values, build) };
}

function cachedQuery<Values extends Record<string, unknown>, Row>(
  db: QueryExecutorProvider,
  key: string,
  values: Values,
  build: (values: Values) => Statement<Row>,
): CompiledQuery<Row> {
  const cache = cacheOf(db);
  let query = cache.get(key);
  if (!query) {
    const placeholders = Object.entries(values).map(([name, value]) => [name, placeholderFor(name, value)]);
    query = build(Object.fromEntries(placeholders)).compile(db);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, query);
  }
  const parameters = query.parameters.map((one) => (one instanceof Placeholder ? one.in(values) : one));
  return { ...query, parameters } as CompiledQuery<Row>;
}

function placeholderFor(name: string, value: unknown) {
  if (Array.isArray(value) && IS_EACH in value) return value.map((_, i) => new Placeholder(name, i));
  return value === undefined ? undefined : new Placeholder(name);
}

function cacheOf(db: QueryExecutorProvider): Map<string, CompiledQuery> {
  const { adapter } = db.getExecutor();
  let cache = caches.get(adapter);
  if (!cache) {
    cache = new Map();
    caches.set(adapter, cache);
  }
  return cache;
}
