import * as fields from 'contract/features/accounts/account-fields.ts';
import { createInvitation } from 'contract/features/accounts/members.ts';
import { id, oneLine } from 'contract/fields.ts';
import { tiers } from 'contract/plans.ts';
import type { AppContext } from '../app-context.ts';
import { features } from '../features.ts';
import { VERSION } from '../platform/version.ts';
import {
  changePlan,
  createUser,
  inviteSomebody,
  listedInvitations,
  newPassword,
  removeFactor,
  revoke,
} from './accounts.ts';
import { parsedArgs, tierOf, UsageError, valid } from './arguments.ts';
import { backUp, restore } from './backup.ts';
import { checkedLedger, creditsAmount, grantCredits, reviewPayments, takeCredits } from './credits.ts';
import { doctor } from './doctor.ts';
import { mode } from './mode.ts';
import { verify } from './verify.ts';
import { type Command, withContext } from './with-context.ts';

/** Commands that features add. */
const addedCommands = new Map(features.flatMap(({ commands = {} }) => Object.entries(commands)));

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
  doctor                   checks settings, folders, database, clock, mail, bucket and generators, and changes nothing
  version                  prints the version
  backup FILE              writes a backup of the database and all media, while the server runs, and checks the ledger
  restore FILE [--overwrite] [--despite-findings]
                           restores a backup, also of an older version or of the other database; stop the server first.
                           If its ledger does not add up, only with --despite-findings, which lists what is wrong
  verify [--repair] [--from FILE]
                           checks that all media are there and intact; puts back what a backup has or what
                           made it can make again
${[...addedCommands.values()].map(({ usage }) => `${usage}\n`).join('')}
TIER is one of: ${tiers.join(', ')}.
Passwords are prompted for, or read from the first line of standard input; they are never arguments.
The same settings as the server's apply (DATA_DIR, DATABASE_URL); it may be running meanwhile.`;

/** @throws UsageError for a command that does not exist or lacks an argument. */
export function parseCommand(args: string[]): Command {
  const { positionals, values } = parsedArgs(args);
  const [first = ''] = positionals;
  const isSingle =
    ['backup', 'restore', 'mode', 'verify', 'doctor', 'version'].includes(first) || addedCommands.has(first);
  const command = positionals.slice(0, isSingle ? 1 : 2).join(' ');
  const rest = positionals.slice(isSingle ? 1 : 2);
  const expect = (count: number, ...options: string[]) => {
    if (rest.length !== count)
      throw new UsageError(`"${command}" takes ${count} argument${count === 1 ? '' : 's'}.`);
    const stray = Object.keys(values).find((name) => !options.includes(name));
    if (stray) throw new UsageError(`"${command}" has no option --${stray}.`);
  };
  switch (command) {
    case 'user create': {
      expect(1, 'name', 'tier', 'password-stdin');
      const email = valid(fields.email, rest[0], 'EMAIL');
      const name = valid(fields.name, values.name ?? email.split('@')[0], '--name');
      return withContext(createUser(email, name, tierOf(values.tier ?? 'free')));
    }
    case 'user password':
      expect(1, 'password-stdin');
      return withContext(newPassword(valid(fields.email, rest[0], 'EMAIL')));
    case 'user remove-2fa':
      expect(1);
      return withContext(removeFactor(valid(fields.email, rest[0], 'EMAIL')));
    case 'invite create': {
      expect(0, 'uses', 'days', 'note');
      const given = { max_uses: Number(values.uses ?? 1), days: Number(values.days ?? 7), note: values.note };
      return (config) =>
        withContext(inviteSomebody(valid(createInvitation.body, given, '--uses, --days or --note'), config))(
          config,
        );
    }
    case 'invite list':
      expect(0);
      return withContext(listedInvitations);
    case 'invite revoke':
      expect(1);
      return withContext(revoke(valid(id, rest[0], 'ID')));
    case 'plan set':
      expect(2);
      return withContext(changePlan(valid(fields.email, rest[0], 'EMAIL'), tierOf(rest[1]!)));
    case 'credits grant':
    case 'credits take': {
      expect(2, 'reason');
      const email = valid(fields.email, rest[0], 'EMAIL');
      const amount = valid(creditsAmount, rest[1], 'N');
      const reason = valid(oneLine(500, 'Please say why.'), values.reason ?? '', '--reason');
      const move = command === 'credits grant' ? grantCredits : takeCredits;
      return withContext((c) => move(c, email, amount, reason));
    }
    case 'ledger check':
      expect(0);
      return withContext(checkedLedger);
    case 'payments review':
      expect(0);
      return withContext(reviewPayments);
    case 'mode':
      expect(Math.min(rest.length, 1));
      return withContext(mode(rest[0]));
    case 'verify':
      expect(0, 'repair', 'from');
      return withContext((c) => verify(c, { repair: values.repair ?? false, from: values.from }));
    case 'doctor':
      expect(0);
      return doctor;
    case 'version':
      expect(0);
      return async () => VERSION;
    case 'backup':
      expect(1);
      return (config) => backUp(config, rest[0]!);
    case 'restore':
      expect(1, 'overwrite', 'despite-findings');
      return (config) =>
        restore(config, rest[0]!, {
          overwrite: values.overwrite ?? false,
          despiteFindings: values['despite-findings'] ?? false,
        });
    default: {
      const added = addedCommands.get(command);
      if (added) {
        expect(added.expects, ...(added.options ?? []));
        return withContext((c) => added.run(c as AppContext, rest, values));
      }
      throw new UsageError(`There is no command "${command}".`);
    }
  }
}
