import { parseArgs } from 'node:util';
import { isTier, type Tier, tiers } from 'contract/plans.ts';
import type { z } from 'zod';

/** @throws UsageError for options that no command has. */
export function parsedArgs(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        tier: { type: 'string' },
        reason: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        uses: { type: 'string' },
        days: { type: 'string' },
        note: { type: 'string' },
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
  if (!result.success) throw new UsageError(`${name}: ${result.error.issues[0]!.message}`);
  return result.data;
}

export const USAGE = `Usage: npm run cli -- COMMAND

  user create EMAIL [--name NAME] [--tier TIER] [--password-stdin]
                           creates an account
  user password EMAIL [--password-stdin]
                           sets a new password and ends the user's sessions
  user remove-2fa EMAIL    removes the second factor of a member who lost it, and ends their sessions
  invite create [--uses N] [--days N] [--note NOTE]
                           creates a link to sign up with, once and within 7 days unless you say otherwise
  invite list              lists the newest invitations with their ids
  invite revoke ID         revokes an invitation
  plan set EMAIL TIER      changes a plan; no subscription lowers it. To and from admin it ends the user's sessions
  credits grant EMAIL N --reason REASON
                           grants credits; the user sees the reason in their history
  credits take EMAIL N --reason REASON
                           takes credits back, at most what the user holds; they see the reason in their history
  ledger check             checks that all credits add up; fails if they do not
  payments review          lists payments that only you can settle, and how
  mode [read-only|normal]  shows or changes whether anything may be written; all servers follow within two seconds
  backup FILE              writes a backup of the database and all media, while the server runs, and checks the ledger
  restore FILE [--overwrite] [--despite-findings]
                           restores a backup, also of an older version or of the other database; stop the server first.
                           If its ledger does not add up, only with --despite-findings, which lists what is wrong
  verify [--repair] [--from FILE]
                           checks that all media are there and intact; puts back what a backup has or the house band
                           can play again
  studio make TRACK FILE   makes a track of the house band again, by its id, and compares it

TIER is one of: ${tiers.join(', ')}.
Passwords are prompted for, or read from the first line of standard input; they are never arguments.
The same settings as the server's apply (DATA_DIR, DATABASE_URL); it may be running meanwhile.`;

/** An invalid command. */
export class UsageError extends Error {}
