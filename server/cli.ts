import { Problem } from 'contract/errors.ts';
import { UsageError } from './cli/arguments.ts';
import { LedgerBroken } from './cli/credits.ts';
import { parseCommand, USAGE } from './cli/parse-command.ts';
import { MediaFaulty } from './cli/verify.ts';
import { ConfigError, loadEnvFile, readConfig } from './config.ts';
import { BackupError } from './platform/backup/format.ts';
import { CommandFailed } from './platform/feature.ts';
import { StartupError } from './platform/startup-error.ts';

process.exitCode = await run(process.argv.slice(2));

/** @returns the exit code: 0 done, 1 failed, 2 invalid command. */
async function run(args: string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    console.log(USAGE);
    return args.length === 0 ? 2 : 0;
  }
  try {
    const command = parseCommand(args);
    loadEnvFile();
    const printed = await command(readConfig(process.env));
    console.log(typeof printed === 'string' ? printed : printed.text);
    if (typeof printed !== 'string') console.error(printed.warning);
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
      error instanceof CommandFailed ||
      error instanceof MediaFaulty ||
      error instanceof BackupError ||
      error instanceof StartupError;
    console.error(known ? error.message : error);
    return 1;
  }
}
