import compile from 'fast-json-stringify';
import { z } from 'zod';

type Json = { [key: string]: unknown };

/**
 * A serializer of responses that match `schema`. It is compiled by the first of them: compiling those of all endpoints
 * would take a third of the start.
 */
export function serializerOf(schema: z.ZodType): (response: unknown) => string {
  let serialize: ((response: unknown) => string) | undefined;
  return (response) => {
    serialize ??= compile(responseSchema(schema));
    return serialize(response);
  };
}

/**
 * A response's schema in the form that the serializer handles fastest: names and types only, and `nullable` instead of
 * an `anyOf` that would be tried on every value. Responses are validated by tests, not at run time.
 */
function responseSchema(schema: z.ZodType): Json {
  return simplify(z.toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as Json);
}

function simplify(node: Json): Json {
  const choices = node.anyOf as Json[] | undefined;
  if (choices?.length === 2 && choices[1]!.type === 'null')
    return { ...simplify(choices[0]!), nullable: true };
  const kept: Json = {};
  for (const key of ['type', 'required', 'additionalProperties', 'enum', 'const']) {
    if (key in node) kept[key] = node[key];
  }
  if (node.properties) {
    kept.properties = Object.fromEntries(
      Object.entries(node.properties as Record<string, Json>).map(([name, child]) => [name, simplify(child)]),
    );
  }
  if (node.items) kept.items = simplify(node.items as Json);
  if (choices) kept.anyOf = choices.map(simplify);
  return kept;
}

/** A list that is read a batch at a time. */
export type Batches<Row = unknown> = AsyncIterable<Row[]>;

/**
 * Serializes a value in pieces. Inside objects, `Batches` become arrays, and a function stands for what it returns or
 * resolves with: it is called when its turn comes.
 */
export async function* streamJson(value: unknown): AsyncGenerator<string> {
  const part = typeof value === 'function' ? await value() : value;
  if (isBatches(part)) yield* listPieces(part);
  else if (isPlainObject(part)) yield* objectPieces(part);
  else yield JSON.stringify(part) ?? 'null';
}

async function* listPieces(batches: Batches): AsyncGenerator<string> {
  let separator = '[';
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield separator + JSON.stringify(rows).slice(1, -1);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* objectPieces(object: object): AsyncGenerator<string> {
  let separator = '{';
  for (const [key, value] of Object.entries(object)) {
    yield `${separator}${JSON.stringify(key)}:`;
    yield* streamJson(value);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

const isBatches = (value: unknown): value is Batches =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
