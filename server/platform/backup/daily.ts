import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Context } from '../context.ts';
import type { Db } from '../db/schema.ts';
import { getSettings, putSetting, replaceSetting } from '../db/settings.ts';
import { messageOf } from '../recent-errors.ts';
import { BackupError } from './format.ts';

const NAME = /^ovation-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/;
/** One that was not finished, because its server was killed. */
const PART = /^ovation-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.part$/;
const CLI = path.join(import.meta.dirname, '../../cli.ts');
/** Serving the site comes first. */
const NICE = 10;

/** Writes a backup to a file. @returns what the operator must know about it, if anything. */
type WriteBackup = (file: string) => Promise<string | undefined>;

/**
 * Writes a backup if the last one began a day ago, and deletes all but the newest. Of several servers one does.
 * @returns the new file; undefined if none was due.
 * @throws Error if it fails; the next call tries again. Also if it is written, but with a warning; then none does.
 */
export async function backUpDaily(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { folder, keep }: { folder: string; keep: number },
  write: WriteBackup = inOwnProcess,
): Promise<string | undefined> {
  const now = clock();
  const before = await replaceSetting(db, BACKUP_AT, String(now), (last) => Number(last) <= now - DAY_MS);
  if (before === null) return undefined;
  let warning: string | undefined;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) if (PART.test(name)) await rm(path.join(folder, name));
    const at = new Date(now).toISOString().replace(/:|\.\d+/g, '');
    const file = path.join(folder, `ovation-${at}.tar`);
    const began = performance.now();
    warning = await write(file);
    const { size: bytes } = await stat(file);
    const ms = Math.round(performance.now() - began);
    await backupSucceeded(db, { at: now, file: path.basename(file), bytes, ms });
    const old = (await readdir(folder))
      .filter((name) => NAME.test(name))
      .sort()
      .slice(0, -keep);
    for (const name of old) await rm(path.join(folder, name));
    if (warning === undefined) return file;
  } catch (error) {
    await replaceSetting(db, BACKUP_AT, before, () => true);
    await backupFailed(db, clock(), error);
    throw error;
  }
  const error = new BackupError(warning);
  await backupFailed(db, clock(), error);
  throw error;
}

/** The command for it, so that reading all rows does not delay calls. */
async function inOwnProcess(file: string): Promise<string | undefined> {
  const child = spawn(process.execPath, [CLI, 'backup', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, NICE);
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(output.trim() || `The backup ended with ${code}.`);
  return output.trim() || undefined;
}

const DAY_MS = 86_400_000;
/** The setting with the time at which the last backup began, epoch ms; all servers of a database share it. */
const BACKUP_AT = 'backup_at';

const LAST = 'backup_last';
const FAILURE = 'backup_failure';

interface LastBackup {
  /** Start, epoch ms. */
  at: number;
  /** Its name in the folder. */
  file: string;
  bytes: number;
  /** Duration, ms. */
  ms: number;
}

const backupSucceeded = (db: Db, last: LastBackup) => putSetting(db, LAST, JSON.stringify(last));

const backupFailed = (db: Db, at: number, error: unknown) =>
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
