import { type Compilable, CompiledQuery } from 'kysely';

/** What the values of a kept query are made of. */
type Values = string | number | null | undefined | readonly Values[] | { readonly [name: string]: Values };

interface Kept {
  sql: string;
  /** For each parameter the number of its value, or what it always is. */
  parameters: readonly unknown[];
}

/** Stands where the value of that number will be. */
interface Place {
  placeOf: number;
}

/** Shapes kept for each engine; a search for many words makes one of its own. */
const MOST_KEPT = 200;
const keptOf = new WeakMap<object, Map<string, Kept>>();

/**
 * Building a query takes longer than running a short one. This builds the SQL once for each name and shape of
 * the values, and then only puts the values in.
 * @param engine whose SQL it is.
 * @param name says whatever the SQL depends on beside the shape of the values.
 * @param build makes the query. It may look at which values are there, and how many, but not at what they are:
 *   it is handed something that stands for them.
 * @returns the query, to be handed to `db.executeQuery`.
 */
export function keptQuery<V extends Values, Row>(
  engine: object,
  name: string,
  values: V,
  build: (values: V) => Compilable<Row>,
): CompiledQuery<Row> {
  const given: unknown[] = [];
  const key = `${name} ${shapeOf(values, given)}`;
  const kept = keptOf.get(engine) ?? new Map<string, Kept>();
  keptOf.set(engine, kept);
  let query = kept.get(key);
  if (!query) {
    if (kept.size >= MOST_KEPT) kept.clear();
    query = build(withPlaces(values, { next: 0 }) as V).compile();
    kept.set(key, query);
  }
  const parameters = query.parameters.map((one) => (isPlace(one) ? given[one.placeOf] : one));
  return CompiledQuery.raw(query.sql, parameters) as CompiledQuery<Row>;
}

/** Which values there are, without what they are; these are appended to `given`. */
function shapeOf(values: Values, given: unknown[]): string {
  if (values === undefined) return '-';
  if (values === null || typeof values !== 'object') {
    given.push(values);
    return '?';
  }
  let shape = '';
  for (const name in values) shape += `${name}${shapeOf((values as Record<string, Values>)[name], given)} `;
  return `(${shape})`;
}

/** The same with places, numbered in the same order. */
function withPlaces(values: Values, count: { next: number }): unknown {
  if (values === undefined) return undefined;
  if (values === null || typeof values !== 'object') return { placeOf: count.next++ } satisfies Place;
  if (Array.isArray(values)) return values.map((one) => withPlaces(one, count));
  return Object.fromEntries(Object.entries(values).map(([name, one]) => [name, withPlaces(one, count)]));
}

function isPlace(parameter: unknown): parameter is Place {
  return typeof parameter === 'object' && parameter !== null && 'placeOf' in parameter;
}
