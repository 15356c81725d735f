import path from 'node:path';
import { Problem } from 'contract/errors.ts';
import type { Config } from '../config.ts';
import { BackupError } from '../platform/backup/format.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { openRestoreTarget } from '../platform/backup/restore-target.ts';
import { openSnapshot } from '../platform/backup/snapshot.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrationNames } from '../platform/db/migrations/all.ts';
import type { Db } from '../platform/db/schema.ts';
import { openMedia } from '../platform/media/bucket-store.ts';
import { StartupError } from '../platform/startup-error.ts';
import { checkLedger, LedgerBroken, reportOf } from './credits.ts';
import type { Printed } from './with-context.ts';

/** Damaged files that are listed; the others are counted. */
const LISTED = 20;

/** Writes a backup while the server runs, and then checks the ledger: better a backup with findings than none. */
export async function backUp(config: Config, file: string): Promise<Printed> {
  const snapshot = await openSnapshot(config);
  try {
    const { rows, files } = await writeBackup(file, snapshot, await openMedia(config), Date.now());
    const wrote = `Wrote ${file}: ${number(rows)} rows and ${number(files)} files.`;
    const text = `${wrote} It contains password hashes: keep it safe.`;
    if (!migrationNames.every((name) => snapshot.migrations.includes(name)))
      return `${text} The ledger was not checked: the database is of an older version.`;
    const report = await checkedLive(config);
    return report === undefined
      ? `${text} The ledger is clean.`
      : {
          text,
          warning: `The backup is written, but the ledger does not add up. It can be restored with --despite-findings.\n\n${report}`,
        };
  } catch (error) {
    throw inWords('No backup was written', error, file);
  } finally {
    await snapshot.close();
  }
}

/** Reports what is wrong with the ledger of the database in use. */
async function checkedLive(config: Config): Promise<string | undefined> {
  const { db, close } = await openDatabase(config, { exclusive: false });
  try {
    return reportOf((await checkLedger(db)).findings);
  } catch (error) {
    return `The check itself failed: ${(error as Error).message}`;
  } finally {
    await close();
  }
}

/**
 * Restores a backup into the database and the media store that the settings name.
 * @param options.despiteFindings whether to go on although the ledger in it does not add up.
 */
export async function restore(
  config: Config,
  file: string,
  { overwrite, despiteFindings }: { overwrite: boolean; despiteFindings: boolean },
): Promise<Printed> {
  const warnings: string[] = [];
  const check = async (db: Db) => {
    const report = reportOf((await checkLedger(db)).findings);
    if (report === undefined) return;
    if (!despiteFindings)
      throw new LedgerBroken(
        `${report}\n\nThe database was not restored. To restore it with these findings, pass --despite-findings.`,
      );
    warnings.push(`The ledger does not add up.\n\n${report}`);
  };
  const target = await openRestoreTarget(config, { overwrite, now: Date.now() });
  try {
    const { rows, files, kept, damaged } = await restoreBackup(file, target, await openMedia(config), check);
    if (damaged.length > 0) warnings.push(leftOut(damaged));
    const text = [
      `Restored ${number(rows)} rows and ${number(files)} files.`,
      warnings.length === 0 && 'The ledger is clean.',
      kept && `The database before is kept as ${kept}.`,
    ];
    const said = text.filter(Boolean).join(' ');
    return warnings.length === 0 ? said : { text: said, warning: warnings.join('\n\n') };
  } catch (error) {
    throw inWords('The database was not restored', error, file);
  } finally {
    await target.close();
  }
}

function leftOut(damaged: readonly string[]): string {
  const among = damaged.length > LISTED ? ', among them' : '';
  const names = damaged.slice(0, LISTED).map((name) => `  ${name}`);
  return [
    `Files that were damaged already when the backup was written, and left out: ${number(damaged.length)}${among}`,
    ...names,
  ].join('\n');
}

/** Whatever a file that somebody changed makes fail, the operator gets a sentence. */
function inWords(what: string, error: unknown, file: string): unknown {
  const known = [BackupError, LedgerBroken, StartupError, Problem].some((kind) => error instanceof kind);
  if (known || !(error instanceof Error)) return error;
  const reason = diskFailure(error, file) ?? `${error.message.split('\n')[0]!.replace(/\.?$/, '.')}`;
  return new BackupError(`${what}: ${reason}`, { cause: error });
}

const number = (value: number) => value.toLocaleString('en');

/** SQLITE_FULL */
const SQLITE_FULL = 13;

/**
 * Says in words what the disk refused.
 * @param file that was to be written or read.
 * @returns undefined for any other error.
 */
function diskFailure(error: unknown, file: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path: refused, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  const folder = path.dirname(path.resolve(file));
  const isThere = refused !== undefined && path.dirname(path.resolve(refused)) === folder;
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '') || errcode === SQLITE_FULL)
    return 'there is no room left on the disk.';
  if (code === 'ENOENT' && isThere) return `there is no folder ${folder}.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') && isThere)
    return `this user has no right to ${refused}.`;
  return undefined;
}
