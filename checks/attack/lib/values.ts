import type { Schema } from './openapi.ts';
import type { Random } from './random.ts';

/** Identifiers of rows that exist, so that calls reach the rules behind validation. */
export type KnownIds = string[];

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Builds a value that the schema should accept. */
export function validValue(schema: Schema, random: Random, ids: KnownIds): unknown {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return validValue(random.pick(branches), random, ids);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => validValue(part, random, ids)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return validObject(schema, random, ids);
    case 'array':
      return Array.from({ length: random.int(3) }, () => validValue(schema.items ?? {}, random, ids));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 1000, random.int(300)));
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    default:
      return validText(schema, random, ids);
  }
}

function validObject({ properties = {}, required = [] }: Schema, random: Random, ids: KnownIds) {
  const names = Object.keys(properties).filter((name) => required.includes(name) || random.next() < 0.6);
  return Object.fromEntries(names.map((name) => [name, validValue(properties[name]!, random, ids)]));
}

function validText({ format, minLength = 0 }: Schema, random: Random, ids: KnownIds): string {
  if (format === 'uuid') return random.next() < 0.9 && ids.length > 0 ? random.pick(ids) : UNKNOWN_ID;
  if (format === 'email') return `fuzz${random.int(1e6)}@example.com`;
  if (format === 'uri') return 'https://example.com/a.mp3';
  if (format === 'date-time') return new Date(1.7e12 + random.int(1e9)).toISOString();
  return random.pick(['pop', 'jazz', 'Amber River', 'Ílse Ødegård', 'ما أحلى']).padEnd(minLength, 'x');
}

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
};

/** Values that nobody should send, whatever a field expects. */
export const hostileValues: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0.5,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => -(2 ** 63),
  () => '',
  () => ' ',
  () => 'a'.repeat(10_000),
  () => 'a'.repeat(200_000),
  () => '\0',
  () => 'a\0b',
  () => '\ud800',
  () => '\u202Egnp.exe',
  () => '👩‍👩‍👧‍👦'.repeat(200),
  () => 'Z̸̡̢͍̪̹'.repeat(100),
  () => "'; drop table user; --",
  () => '" OR ""="',
  () => '%',
  () => '_%\\%_',
  () => 'NEAR("a" "b") AND col:*',
  () => '<script>alert(1)</script>',
  () => '{{7*7}}',
  () => '../../../../../../etc/passwd',
  () => 'http://169.254.169.254/latest/meta-data',
  () => 'javascript:alert(1)',
  () => '1e999',
  () => '-0',
  () => '٣',
  () => 'NaN',
  () => [],
  () => {},
  () => [[[[]]]],
  () => Array.from({ length: 1000 }, () => 'x'),
  () => ({}),
  () => ({ $gt: '' }),
  () => ({ toString: 'x', valueOf: 'y' }),
  () => deep(2000),
];

/** Bodies that are wrong as a whole, as text. */
export const hostileBodies: readonly string[] = [
  '',
  'null',
  '[]',
  '"text"',
  '1',
  '{',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '\uFEFF{}',
  '{"__proto__":{"plan_tier":"admin"}}',
  '{"constructor":{"prototype":{"plan_tier":"admin"}}}',
  '{"user_id":"00000000-0000-4000-8000-000000000000","plan_tier":"admin","credits":999999}',
  '{"title":"a","title":"b","title":{}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"a":"${'x'.repeat(300_000)}"}`,
  '\xff\xfe\x00',
  'a=b&c=d',
];

export const contentTypes: readonly (string | undefined)[] = [
  'application/json',
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/octet-stream',
  '*/*',
  'a/b/c;;;',
];
