/** A list that is read a batch at a time. */
export type Batches<Row = unknown> = AsyncIterable<Row[]>;

/**
 * Serializes a value in pieces. Inside objects, `Batches` become arrays, and a function stands for what it returns or
 * resolves with: it is called when its turn comes.
 */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
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
    yield* jsonPieces(value);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

const isBatches = (value: unknown): value is Batches =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
