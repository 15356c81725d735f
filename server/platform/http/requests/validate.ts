import { Problem } from 'contract/errors.ts';
import { english, type Message, message } from 'contract/text/messages.ts';
import type { z } from 'zod';

/** @throws Problem `bad_input` with the `field`, and a sentence for people that says what to do. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: ruleFor });
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    const [field] = issue.keys;
    throw new Problem('bad_input', message('There is no parameter "{field}" here.', { field }), { field });
  }
  const field = issue.path.join('.');
  throw new Problem('bad_input', field === '' ? undefined : mistakeOf(issue), { field });
}

/** The words of a broken rule, with the values that they name. */
export function mistakeOf(issue: z.core.$ZodIssue): Message {
  const { minimum, maximum, values, params } = issue as {
    minimum?: unknown;
    maximum?: unknown;
    values?: unknown;
    params?: unknown;
  };
  const given = { minimum, maximum, values: Array.isArray(values) && values.join(', '), ...(params ?? {}) };
  const named = Object.entries(given).filter(([name]) => issue.message.includes(`{${name}`));
  return message(issue.message, named.length > 0 ? Object.fromEntries(named) : undefined);
}

const TYPES: Record<string, string> = english({
  string: 'Please send text.',
  number: 'Please send a number.',
  int: 'Please send a whole number.',
  boolean: 'Please send true or false.',
  array: 'Please send a list.',
  object: 'Please send an object.',
  record: 'Please send an object.',
});

const LEAST: Record<string, string> = english({
  string: 'This must be at least {minimum, plural, one {# character} other {# characters}} long.',
  array: 'This must be at least {minimum, plural, one {# item} other {# items}} long.',
  number: 'This must be at least {minimum}.',
});

const MOST: Record<string, string> = english({
  string: 'This must be at most {maximum, plural, one {# character} other {# characters}} long.',
  array: 'This must be at most {maximum, plural, one {# item} other {# items}} long.',
  number: 'This must be at most {maximum}.',
});

/** The words for rules without words of their own in the contract. */
function ruleFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return english('Please fill this in.');
      return TYPES[issue.expected] ?? INVALID;
    case 'invalid_value':
      return english('Please choose one of: {values}.');
    case 'too_small':
      return LEAST[issue.origin] ?? LEAST.number!;
    case 'too_big':
      return MOST[issue.origin] ?? MOST.number!;
    default:
      return INVALID;
  }
}

const INVALID = english('This is not valid.');

/**
 * The body may repeat the id of the URL: as `id`, or under §3's name, such as `requests_id` in `/requests/:id`.
 * @throws Problem `bad_input` if it has another one.
 */
export function assertSameId(path: string, inUrl: string, body: object): void {
  const given = body as Record<string, unknown>;
  for (const field of ['id', `${path.split('/')[1]}_id`]) {
    const inBody = Object.hasOwn(given, field) ? given[field] : undefined;
    if (inBody === undefined) continue;
    // String() throws for an object whose toString is no function.
    if (typeof inBody === 'string' && inBody.toLowerCase() === inUrl.toLowerCase()) continue;
    throw new Problem('bad_input', 'This differs from the id in the address.', { field });
  }
}
