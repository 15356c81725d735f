import { type Compilable, CompiledQuery } from 'kysely';

/** Stands in a kept query where a value will be. */
interface Place {
  placeOf: string;
}

type Filled<Values, Row> = (values: Values) => CompiledQuery<Row>;

const kept = new WeakMap<object, Map<string, Filled<never, unknown>>>();

/**
 * Building a query takes longer than running a short one. For those that are asked all the time the SQL is
 * built once under its name, with places instead of values.
 * @param engine whose SQL it is.
 * @param build makes the query; `place('limit')` stands for the value of that name.
 * @returns makes the query with its values, to be handed to `db.executeQuery`.
 */
export function keptQuery<Values extends object, Row>(
  engine: object,
  name: string,
  build: (place: <K extends keyof Values>(name: K) => Values[K]) => Compilable<Row>,
): Filled<Values, Row> {
  const ofEngine = kept.get(engine) ?? new Map<string, Filled<never, unknown>>();
  kept.set(engine, ofEngine);
  const known = ofEngine.get(name) as Filled<Values, Row> | undefined;
  if (known) return known;
  const { sql, parameters } = build((place) => ({ placeOf: place }) as never).compile();
  const filled: Filled<Values, Row> = (values) =>
    CompiledQuery.raw(
      sql,
      parameters.map((one) => (isPlace(one) ? values[one.placeOf as keyof Values] : one)),
    ) as CompiledQuery<Row>;
  ofEngine.set(name, filled);
  return filled;
}

function isPlace(parameter: unknown): parameter is Place {
  return typeof parameter === 'object' && parameter !== null && 'placeOf' in parameter;
}
