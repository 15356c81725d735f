import type { Config } from '../config.ts';
import { BackupError } from '../platform/backup/backup-error.ts';
import { openRestoreTarget } from '../platform/backup/open-restore-target.ts';
import { openSnapshot } from '../platform/backup/open-snapshot.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { openMedia } from '../platform/media/open.ts';
import { assertLedger } from './credits.ts';
import { diskFailure } from './disk-failure.ts';

/** Writes a backup while the server runs. */
export async function backUp(config: Config, file: string): Promise<string> {
  const snapshot = await openSnapshot(config);
  try {
    const { rows, files } = await writeBackup(file, snapshot, await openMedia(config), Date.now());
    return `Wrote ${file}: ${number(rows)} rows and ${number(files)} files. It contains password hashes: keep it safe.`;
  } catch (error) {
    throw inWords('No backup was written', error, file);
  } finally {
    await snapshot.close();
  }
}

/** Restores a backup into the database and the media store that the settings name. */
export async function restore(config: Config, file: string, overwrite: boolean): Promise<string> {
  const target = await openRestoreTarget(config, { overwrite, now: Date.now() });
  try {
    const media = await openMedia(config);
    const { rows, files, kept } = await restoreBackup(file, target, media, assertLedger);
    const before = kept ? ` The database before is kept as ${kept}.` : '';
    return `Restored ${number(rows)} rows and ${number(files)} files. The ledger is clean.${before}`;
  } catch (error) {
    throw inWords('The database was not restored', error, file);
  } finally {
    await target.close();
  }
}

function inWords(what: string, error: unknown, file: string): unknown {
  const reason = diskFailure(error, file);
  return reason ? new BackupError(`${what}: ${reason}`) : error;
}

const number = (value: number) => value.toLocaleString('en');
