import * as fields from 'contract/account-fields.ts';
import { oneLine } from 'contract/fields.ts';
import { changePlan, createUser, newPassword } from './accounts.ts';
import { parsedArgs, tierOf, valid } from './arguments.ts';
import type { Command } from './command.ts';
import { checkedLedger, creditsAmount, grantCredits } from './credits.ts';
import { reviewPayments } from './payments.ts';
import { makeTrackAgain } from './studio.ts';
import { UsageError } from './usage.ts';

/** @throws UsageError for a command that does not exist or lacks an argument. */
export function parseCommand(args: string[]): Command {
  const { positionals, values } = parsedArgs(args);
  const [group, verb, ...rest] = positionals;
  const command = `${group} ${verb}`;
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
      return createUser(email, name, tierOf(values.tier ?? 'free'));
    }
    case 'user password':
      expect(1, 'password-stdin');
      return newPassword(valid(fields.email, rest[0], 'EMAIL'));
    case 'plan set':
      expect(2);
      return changePlan(valid(fields.email, rest[0], 'EMAIL'), tierOf(rest[1]!));
    case 'credits grant': {
      expect(2, 'reason');
      const email = valid(fields.email, rest[0], 'EMAIL');
      const amount = valid(creditsAmount, rest[1], 'N');
      const reason = valid(oneLine(500, 'Please say why.'), values.reason ?? '', '--reason');
      return (c) => grantCredits(c, email, amount, reason);
    }
    case 'ledger check':
      expect(0);
      return checkedLedger;
    case 'payments review':
      expect(0);
      return reviewPayments;
    case 'studio make': {
      expect(2);
      return (c) => makeTrackAgain(c, rest[0]!, rest[1]!);
    }
    default:
      throw new UsageError(`There is no command "${positionals.slice(0, 2).join(' ')}".`);
  }
}
