import { endpoints } from 'contract/api.ts';
import type { Problem } from 'contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assertSameId, validate } from './validate.ts';

const VALUES = [
  undefined,
  null,
  true,
  1,
  -1,
  1.5,
  1e300,
  'x',
  '',
  ' ',
  'x'.repeat(100_000),
  [],
  {},
  [{}],
  { a: 1 },
];
const FRAMEWORK =
  /invalid (input|option|string|number|url|uuid|email address)|expected|received|too (big|small)|unrecognized|regex|undefined/i;

const parts = endpoints.flatMap((endpoint) => {
  const { params, query, body } = endpoint as { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  return Object.entries({ params, query, body })
    .filter(([, schema]) => schema instanceof z.ZodObject)
    .map(([part, schema]) => [`${endpoint.route}, ${part}`, schema as z.ZodObject] as const);
});

describe('a refused input is explained in our words', () => {
  it.each(parts)('%s', (_name, schema) => {
    for (const field of Object.keys(schema.shape)) {
      // Field by field, because only the first issue is reported.
      const alone = z.object({ [field]: schema.shape[field]! });
      for (const value of VALUES) {
        try {
          validate(alone, { [field]: value });
        } catch (error) {
          const { code, message, details } = error as Problem;
          expect(code).toBe('bad_input');
          expect(message).toMatch(/^[A-Z\u201C"][^:]*/s);
          expect(message).not.toMatch(FRAMEWORK);
          expect(String(details.field).split('.')[0]).toBe(field);
        }
      }
    }
  });
});

describe('the id of a body', () => {
  const refusal = (body: object) => {
    try {
      assertSameId('/requests/:id', 'a1', body);
    } catch (error) {
      return (error as Problem).details?.field;
    }
    return undefined;
  };

  it('may repeat the one of the address', () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({ id: 'A1', requests_id: 'a1' })).toBeUndefined();
  });

  it.each([
    ['another', 'a2'],
    ['a list', ['a1']],
    ['an object', { toString: 'x', valueOf: 'y' }],
  ])('is refused if it is %s', (_kind, id) => {
    expect(refusal({ id })).toBe('id');
    expect(refusal({ requests_id: id })).toBe('requests_id');
  });
});
