import { z } from 'zod';

/** What a field of a model's input can be besides a fixed value. */
const WISHES = ['$prompt', '$seconds', '$seed'];

const RULE =
  'must be a JSON object of the model\'s input fields, such as {"prompt":"$prompt","duration":"$seconds","seed":"$seed"}';

/**
 * The input fields of a model at Replicate as JSON: each is a fixed value, or one of `$prompt`, `$seconds` and `$seed`.
 */
export const modelFields = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue(RULE);
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()], RULE), RULE))
  .check((context) => {
    const values = Object.values(context.value);
    const unknown = values.find(
      (value) => typeof value === 'string' && /^\$/.test(value) && !WISHES.includes(value),
    );
    const message =
      unknown !== undefined
        ? `has the unknown value ${unknown}: there are ${WISHES.join(', ')}`
        : !values.includes('$prompt')
          ? 'must have a field with the value $prompt'
          : undefined;
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  });
