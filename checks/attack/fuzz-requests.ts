import type { Operation } from './lib/openapi.ts';
import type { Random } from './lib/random.ts';
import { contentTypes, hostileBodies, hostileValues, type KnownIds, validValue } from './lib/values.ts';

/** A request as it goes over the wire. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];

/** One field out of four is hostile; one request out of eight has a hostile shape. */
const HOSTILE_FIELD = 0.25;
const HOSTILE_SHAPE = 0.125;

/** Builds a request for an operation: mostly sound, so that it gets far, and hostile in some places. */
export function fuzzRequest(operation: Operation, random: Random, ids: KnownIds): FuzzRequest {
  const hostile = (chance: number) => random.next() < chance;
  const field = (schema: object) =>
    hostile(HOSTILE_FIELD) ? random.pick(hostileValues)() : validValue(schema, random, ids);

  let path = operation.path;
  const query: string[] = [];
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place === 'path') path = path.replace(`{${name}}`, inPath(field(schema)));
    else if (required || hostile(0.5)) query.push(`${name}=${encode(field(schema))}`);
  }
  if (hostile(0.05))
    query.push(...random.pick([['q=a', 'q=b'], ['__proto__=1'], ['limit[]=1'], ['=', '&&&']]));
  const method = hostile(HOSTILE_SHAPE / 2) ? random.pick(METHODS) : operation.method;
  const headers: Record<string, string> = {};
  if (hostile(0.1)) headers['idempotency-key'] = encode(random.pick(hostileValues)()).slice(0, 5000);
  if (hostile(0.05))
    headers.range = random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'chapters=1', 'bytes=0-1,5-9']);
  if (hostile(0.05)) headers.accept = random.pick(['', 'text/html', 'image/*', '*/*;q=0', 'x'.repeat(2000)]);

  const body = bodyOf(operation, random, field, hostile(HOSTILE_SHAPE));
  if (body !== undefined) {
    const type = hostile(HOSTILE_SHAPE) ? random.pick(contentTypes) : operation.body!.type;
    if (type !== undefined) headers['content-type'] = type;
  }
  return {
    method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers,
    ...(body !== undefined && { body: Buffer.from(body, 'utf8') }),
  };
}

function bodyOf(
  { body }: Operation,
  random: Random,
  field: (schema: object) => unknown,
  hostileShape: boolean,
): string | undefined {
  if (!body) return undefined;
  if (hostileShape || body.type !== 'application/json') return random.pick(hostileBodies);
  const { properties = {}, required = [] } = body.schema;
  const names = Object.keys(properties).filter((name) => required.includes(name) || random.next() < 0.7);
  const entries = names.map((name) => [name, field(properties[name]!)]);
  if (random.next() < 0.05) entries.push(['unknown_field', 1]);
  return JSON.stringify(Object.fromEntries(entries)) ?? 'null';
}

/** A path segment cannot be empty or hold raw control characters; anything else is sent escaped. */
const inPath = (value: unknown) => encode(value).slice(0, 4000) || '%20';

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000);
}
