import { parseArgs } from 'node:util';
import { isTier, type Tier } from 'contract/plans.ts';
import type { z } from 'zod';
import { mistakeOf } from '../platform/http/requests/validate.ts';
import { say } from '../platform/text/say.ts';

/** @throws UsageError for options that no command has. */
export function parsedArgs(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        scopes: { type: 'string' },
        tier: { type: 'string' },
        reason: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        uses: { type: 'string' },
        days: { type: 'string' },
        note: { type: 'string' },
        genre: { type: 'string' },
        'dry-run': { type: 'boolean' },
        repair: { type: 'boolean' },
        from: { type: 'string' },
        overwrite: { type: 'boolean' },
        'despite-findings': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** @throws UsageError for an unknown plan. */
export function tierOf(word: string): Tier {
  if (!isTier(word)) throw new UsageError(`There is no plan "${word}".`);
  return word;
}

/** @throws UsageError that names the argument. */
export function valid<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new UsageError(`${name}: ${say('en', mistakeOf(result.error.issues[0]!))}`);
  return result.data;
}

/** An invalid command. */
export class UsageError extends Error {}
