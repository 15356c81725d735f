import { z } from 'zod';
import type { RawQuery } from './endpoint.ts';
import { english } from './text/messages.ts';

/** The message of every rule without its own; zod's default texts are not meant for users. */
z.config({
  customError: ({ input }) =>
    input === undefined ? english('Please fill this in.') : english('Please enter a valid value.'),
});

/** Rules say their limits by the values of the issue. */
export const MOST_CHARACTERS = english('Please use at most {maximum, plural, other {# characters}}.');

/**
 * Text that both databases can store: well-formed Unicode without NUL. PostgreSQL refuses NUL with 22021, and a lone
 * surrogate cannot be encoded as UTF-8.
 */
export const text = (max: number) =>
  z
    .string(english('Please fill this in.'))
    .max(max, MOST_CHARACTERS)
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      english('Please remove the unreadable characters.'),
    );

/** Trimmed text that is not blank. */
export const nonBlank = (max: number, message: string = english('Please fill this in.')) =>
  text(max)
    .transform((value) => value.trim())
    .refine((value) => value.length > 0, message);

/** Bidirectional controls: with them a name could impersonate other text. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/;
/** A visible character. A name of only marks, spaces, joiners or Hangul's invisible fillers is blank. */
const VISIBLE = /(?![\u115F\u1160\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name shown to others: one line with at least one visible character. What was pasted may hold tabs and line breaks. */
export const oneLine = (max: number, blank: string) =>
  nonBlank(max, blank)
    .transform((value) => value.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' '))
    .refine((value) => VISIBLE.test(value), blank)
    .refine(
      (value) => !/\p{Cc}/u.test(value) && !BIDI_CONTROLS.test(value),
      english('Please remove the unreadable characters.'),
    );

/** More marks than any script puts on one letter would cover the lines around it. */
const STACKED_MARKS = /(\p{M}{6})\p{M}+/gu;

/**
 * Words of several lines shown to others, with at least one visible character. What could impersonate or cover other
 * text is left out: it comes with what is pasted.
 */
export const severalLines = (max: number, blank: string) =>
  text(max)
    .transform((value) =>
      value
        .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
        .replaceAll('\t', ' ')
        .replace(/(?!\n)\p{Cc}/gu, '')
        .replace(new RegExp(BIDI_CONTROLS, 'g'), '')
        .replace(STACKED_MARKS, '$1')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .refine((value) => VISIBLE.test(value), blank);

/** Makes one line of a text from elsewhere, which `oneLine` accepts unless it is blank. */
export const toOneLine = (text: string, max: number): string =>
  text
    .slice(0, max)
    // Half of a character that was cut.
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(new RegExp(BIDI_CONTROLS, 'g'), '')
    .trim();

export const id = z.uuid(english('Please give a valid id.'));

/** Epoch milliseconds. */
export const epochMs = z.int().nonnegative();

/** An http(s) URL. By default zod's `url()` also accepts `javascript:` and `data:`. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: english('Please enter a web address.') })
  .max(2048);

/** The empty body of a response; still JSON, since §7 parses every response as such. */
export const nothing = z.object({});

export const idParams = z.strictObject({ id });

/** Filters a list by user, for admins. Others see only their own rows anyway. */
export const ofUser = { user_id: id.optional() };

/**
 * The query of every list: 200 rows by default and at most; the cursor comes from `X-Next-Cursor`. Unknown parameters
 * are ignored, since clients of §7 send some.
 */
export const pageQuery = z.object({
  limit: z.coerce
    .number(english('The limit must be a whole number from 1 to 200.'))
    .int(english('The limit must be a whole number from 1 to 200.'))
    .min(1, english('The limit must be a whole number from 1 to 200.'))
    .max(200, english('The limit must be a whole number from 1 to 200.'))
    .default(200),
  cursor: z.string().min(1).max(512).optional(),
});

/** The cost of a list (`Endpoint.cost`): it grows with the rows that are read, and a search reads more. */
export function listCost({ limit = 200, q }: RawQuery): number {
  return Math.min(Number(limit), 200) / 50 + (q === undefined ? 0 : 9);
}
