import { parseArgs } from 'node:util';
import * as fields from 'contract/account-fields.ts';
import { Problem } from 'contract/errors.ts';
import { oneLine } from 'contract/fields.ts';
import { isTier, plans, type Tier, tiers } from 'contract/plans.ts';
import type { z } from 'zod';
import type { AppContext } from './app-context.ts';
import { askPassword } from './cli/ask-password.ts';
import { checkedLedger, creditsAmount, grantCredits, LedgerBroken } from './cli/credits.ts';
import { reviewPayments } from './cli/payments.ts';
import { MakeFailed, makeTrackAgain } from './cli/studio.ts';
import { ConfigError, loadEnvFile, readConfig } from './config.ts';
import { createAccountWithPassword, findUser, setPassword, setTier } from './features/accounts/accounts.ts';
import { argon2Passwords } from './features/accounts/passwords.ts';
import { noRecording } from './features/demo/progress.ts';
import { noProcessing } from './features/publishing/processing.ts';
import { noStudioJobs } from './features/studio/studio.ts';
import { personalData } from './personal-data.ts';
import { openDatabase } from './platform/db/database.ts';
import { openMedia } from './platform/media/open.ts';

const USAGE = `Usage: npm run cli -- COMMAND

  user create EMAIL [--name NAME] [--tier TIER] [--password-stdin]
                           creates an account
  user password EMAIL [--password-stdin]
                           sets a new password and ends the user's sessions
  plan set EMAIL TIER      changes a plan and ends the user's sessions
  credits grant EMAIL N --reason REASON
                           grants credits; the user sees the reason in their history
  ledger check             checks that all credits add up; fails if they do not
  payments review          lists payments that only you can settle, and how
  studio make TRACK FILE   makes a track of the house band again, by its id, and compares it

TIER is one of: ${tiers.join(', ')}.
Passwords are prompted for, or read from the first line of standard input; they are never arguments.
The same settings as the server's apply (DATA_DIR, DATABASE_URL); it may be running meanwhile.`;

/** An invalid command. */
class UsageError extends Error {}

type Command = (c: AppContext) => Promise<string>;

process.exitCode = await run(process.argv.slice(2));

/** @returns the exit code: 0 done, 1 failed, 2 invalid command. */
async function run(args: string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    console.log(USAGE);
    return args.length === 0 ? 2 : 0;
  }
  try {
    const command = parseCommand(args);
    console.log(await withContext(command));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    const known =
      error instanceof Problem ||
      error instanceof ConfigError ||
      error instanceof LedgerBroken ||
      error instanceof MakeFailed;
    console.error(known ? error.message : error);
    return 1;
  }
}

function parseCommand(args: string[]): Command {
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

function createUser(email: string, name: string, tier: Tier): Command {
  return async (c) => {
    const password = await readPassword();
    const user = await createAccountWithPassword(c, { email, name, password }, tier);
    return `Made the ${plans[tier].name} account ${email} (username ${user.username}).`;
  };
}

function newPassword(email: string): Command {
  return async (c) => {
    const user = await findUser(c, email);
    await setPassword(c, user.id, await readPassword());
    return `The password of ${email} is changed, their sessions are ended.`;
  };
}

function changePlan(email: string, tier: Tier): Command {
  return async (c) => {
    const user = await findUser(c, email);
    await setTier(c, user.id, tier);
    return `${email} has the ${plans[tier].name} plan now.`;
  };
}

/** Runs a command beside the server, which may have the database open as well. */
async function withContext(command: Command): Promise<string> {
  loadEnvFile();
  const config = readConfig(process.env);
  const { db, engine, close } = await openDatabase(config, { exclusive: false });
  try {
    return await command({
      db,
      engine,
      media: await openMedia(config),
      passwords: argon2Passwords(),
      personalData: personalData(null),
      mail: null,
      payments: null,
      visitorSecret: '',
      clock: Date.now,
      band: noRecording(),
      processing: noProcessing(),
      studio: config.studio,
      generators: [],
      studioJobs: noStudioJobs(),
      publicUrl: config.publicUrl,
    });
  } finally {
    await close();
  }
}

async function readPassword(): Promise<string> {
  return valid(fields.password, await askPassword('Password: '), 'The password');
}

function parsedArgs(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        tier: { type: 'string' },
        reason: { type: 'string' },
        'password-stdin': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function tierOf(word: string): Tier {
  if (!isTier(word)) throw new UsageError(`There is no plan "${word}".`);
  return word;
}

/** @throws UsageError that names the argument. */
function valid<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new UsageError(`${name}: ${result.error.issues[0]!.message}`);
  return result.data;
}
