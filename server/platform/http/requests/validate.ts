import { Problem } from 'contract/errors.ts';
import type { z } from 'zod';

/** @throws Problem `bad_input` with the `field`, and a sentence for people that says what to do. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: sentenceFor });
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    const [field] = issue.keys;
    throw new Problem('bad_input', `There is no parameter "${field}" here.`, { field });
  }
  const field = issue.path.join('.');
  throw new Problem('bad_input', field === '' ? undefined : issue.message, { field });
}

const TYPES: Record<string, string> = {
  string: 'Please send text.',
  number: 'Please send a number.',
  int: 'Please send a whole number.',
  boolean: 'Please send true or false.',
  array: 'Please send a list.',
  object: 'Please send an object.',
  record: 'Please send an object.',
};

/** The message for rules without a message of their own in the contract. */
function sentenceFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Please fill this in.';
      return TYPES[issue.expected] ?? 'This is not valid.';
    case 'invalid_value':
      return `Please choose one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `This must be at least ${sizeOf(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `This must be at most ${sizeOf(issue.maximum, issue.origin)}.`;
    default:
      return 'This is not valid.';
  }
}

function sizeOf(limit: number | bigint, origin: string): string {
  const unit = { string: 'character', array: 'item', set: 'item' }[origin];
  if (unit === undefined) return String(limit);
  return `${limit} ${unit}${Number(limit) === 1 ? '' : 's'} long`;
}

/**
 * The body may repeat the id of the URL: as `id`, or under §3's name, such as `requests_id` in `/requests/:id`.
 * @throws Problem `bad_input` if it has another one.
 */
export function assertSameId(path: string, inUrl: string, body: object): void {
  const given = body as Record<string, unknown>;
  for (const field of ['id', `${path.split('/')[1]}_id`]) {
    const inBody = Object.hasOwn(given, field) ? given[field] : undefined;
    if (inBody === undefined || String(inBody).toLowerCase() === inUrl.toLowerCase()) continue;
    throw new Problem('bad_input', 'This differs from the id in the address.', { field });
  }
}
