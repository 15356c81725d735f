import { expect, it } from 'vitest';
import type { z } from 'zod';
import { endpoints } from './api.ts';
import { oneLine } from './fields.ts';

/** Default texts of zod, which are not meant for users. */
const FRAMEWORK_TEXT = /^Invalid (input|option)|expected|^Too (big|small)|^Unrecognized/;
/** A message is a sentence: it does not begin with a field's name, which is told beside it. */
const NO_SENTENCE = /^[a-z]|^\w+:/;

const invalid = [undefined, null, 7, -1, 0.5, '', 'x'.repeat(5000), '\0', {}, [], true];

const bodies = endpoints.flatMap((endpoint) => ('body' in endpoint ? [[endpoint.route, endpoint.body]] : []));

it.each(bodies as [string, z.ZodObject][])(
  '%s rejects invalid fields in words for users',
  (_address, body) => {
    for (const field of Object.keys(body.shape)) {
      for (const value of invalid) {
        const { error } = body.safeParse({ [field]: value });
        for (const issue of error?.issues ?? [])
          expect(
            issue.message,
            `${issue.path.join('.')}: ${JSON.stringify(value)?.slice(0, 20)}`,
          ).not.toMatch(new RegExp(`${FRAMEWORK_TEXT.source}|${NO_SENTENCE.source}`));
      }
    }
  },
);

it('a tab or line break in a name that was pasted becomes a space', () => {
  const name = oneLine(20, 'Please enter a name.');
  expect(name.parse('\tNight\tBus\r\nHome\u2028\n')).toBe('Night Bus Home');
  expect(name.safeParse('\t\n').error?.issues[0]?.message).toBe('Please enter a name.');
  expect(name.safeParse('Night\u0007Bus').success).toBe(false);
});
