import type { Db } from '../db/schema.ts';
import { getSettings, putSetting } from '../db/settings.ts';
import { messageOf } from '../faults.ts';

export const DAY_MS = 86_400_000;
/** The setting with the time at which the last backup began, epoch ms; all servers of a database share it. */
export const BACKUP_AT = 'backup_at';

const LAST = 'backup_last';
const FAILURE = 'backup_failure';

interface LastBackup {
  /** When it began, epoch ms. */
  at: number;
  /** Its name in the folder. */
  file: string;
  bytes: number;
  /** How long it took. */
  ms: number;
}

export const backupSucceeded = (db: Db, last: LastBackup) => putSetting(db, LAST, JSON.stringify(last));

export const backupFailed = (db: Db, at: number, error: unknown) =>
  putSetting(db, FAILURE, JSON.stringify({ at, text: messageOf(error) }));

/** The last scheduled backup, the last failure, and when the next one is due. Times in epoch ms. */
export async function readBackupState(db: Db, now: number) {
  const settings = await getSettings(db, [BACKUP_AT, LAST, FAILURE]);
  const [began, last, failure] = [BACKUP_AT, LAST, FAILURE].map((name) => settings.get(name));
  return {
    last: last === undefined ? null : (JSON.parse(last) as LastBackup),
    failure: failure === undefined ? null : (JSON.parse(failure) as { at: number; text: string }),
    next_at: Math.max(now, Number(began ?? 0) + DAY_MS),
  };
}
