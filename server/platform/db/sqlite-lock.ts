import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../startup-error.ts';
import { BUSY, errorCode } from './sqlite-errors.ts';

/**
 * Keeps an exclusive transaction open on a separate file. The operating system releases it however this process ends,
 * so there are no stale locks.
 * @throws StartupError if another server has locked the folder.
 */
export function lockFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(path.join(folder, 'server.lock'));
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (errorCode(error) !== BUSY) throw error;
    throw new StartupError(
      `Another Ovation server is already running on ${folder}. Stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
}
