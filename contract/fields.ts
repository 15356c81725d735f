import { z } from 'zod';

/**
 * Text that both databases and every screen can hold: well-formed Unicode without NUL (PostgreSQL refuses
 * NUL with 22021, and a lone surrogate cannot be encoded as UTF-8).
 */
export const text = (max: number) =>
  z
    .string()
    .max(max, `Please use at most ${max.toLocaleString('en')} characters.`)
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      'Please remove the unreadable characters.',
    );

/** Text that says something: trimmed, not blank. */
export const nonBlank = (max: number, message = 'Please fill this in.') =>
  text(max)
    .transform((value) => value.trim())
    .refine((value) => value.length > 0, message);

/** Characters that turn a line around: with them a name could pretend to be other text. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/;
/** Something to see: marks, spaces, joiners and Hangul's invisible fillers alone are a blank name. */
const VISIBLE = /(?![\u115F\u1160\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name that others read: one line, and something to see in it. */
export const oneLine = (max: number, blank: string) =>
  nonBlank(max, blank)
    .refine((value) => VISIBLE.test(value), blank)
    .refine(
      (value) => !/\p{Cc}/u.test(value) && !TURNING.test(value),
      'Please remove the unreadable characters.',
    );

export const id = z.uuid('This is not a valid id.');

/** Epoch milliseconds. */
export const epochMs = z.int().nonnegative();

/** An http(s) address; zod's own `url()` would also take `javascript:` and `data:`. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'This is not a web address.' }).max(2048);

export const idParams = z.strictObject({ id });

/** A list of everybody's rows, as admins see it, narrowed to one user. Others see only their own anyway. */
export const ofUser = { user_id: id.optional() };

/** How every list is paged: 200 rows unless told, 200 at most; the cursor comes from `X-Next-Cursor`. */
export const pageQuery = z.strictObject({
  limit: z.coerce
    .number('The limit must be a whole number from 1 to 200.')
    .int('The limit must be a whole number from 1 to 200.')
    .min(1, 'The limit must be a whole number from 1 to 200.')
    .max(200, 'The limit must be a whole number from 1 to 200.')
    .default(200),
  cursor: z.string().min(1).max(512).optional(),
});
