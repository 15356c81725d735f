import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../startup-error.ts';
import { BUSY, errorCode } from './sqlite-statements.ts';

/** The files of the embedded database: `ovation.db`, its log `-wal`, the log's index `-shm`, and `.state`. */

export const databaseFile = (folder: string): string => path.join(folder, 'ovation.db');

const stateFile = (folder: string) => `${databaseFile(folder)}.state`;
const logFile = (folder: string) => `${databaseFile(folder)}-wal`;
const indexFile = (folder: string) => `${databaseFile(folder)}-shm`;

interface OpenFile {
  database: DatabaseSync;
  /** Notes that the database has tables, so that nobody goes on with an empty one if it gets lost. */
  noteTables: () => void;
  close: () => void;
  /** After `close`. */
  unlock: () => void;
}

/**
 * Opens the database of a folder; creates both if there are none, for their owner alone.
 * @param exclusive locks the folder until this process ends.
 * @param timeout how long SQLite waits for another process, ms.
 * @throws StartupError if another server has locked the folder, or the database or its log has been lost or damaged.
 */
export function openFile(folder: string, exclusive: boolean, timeout: number): OpenFile {
  // It has password hashes.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = exclusive ? lockFolder(folder) : undefined;
  try {
    if (exclusive) removeLeftovers(folder);
    assertWhole(folder);
    protectFiles(folder);
    const database = new DatabaseSync(databaseFile(folder), { timeout });
    assertContent(folder, database);
    return {
      database,
      noteTables: () => {
        if (exclusive && existsSync(logFile(folder))) writeState(folder, 'in use');
        else noteTables(folder);
      },
      close: () => {
        const isInUse = exclusive && readState(folder) === 'in use';
        if (isInUse && emptyLog(database)) writeState(folder, 'closed');
        database.close();
        noteClosed(folder);
      },
      unlock: () => lock?.close(),
    };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

/** SQLite gives the other files the mode of the database. */
function protectFiles(folder: string): void {
  const file = databaseFile(folder);
  closeSync(openSync(file, 'a', 0o600));
  for (const one of [file, logFile(folder), indexFile(folder)])
    if (existsSync(one) && statSync(one).uid === process.getuid?.()) chmodSync(one, 0o600);
}

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

/** Prefix of the names of a restore's folders. */
export const RESTORE = 'restore-';

/** Removes the folders of restores that were killed. */
export function removeLeftovers(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && /^restore-\w{6}$/.test(entry.name))
      rmSync(path.join(folder, entry.name), { recursive: true });
}

/** `in use` from the start of a server until it has moved everything from the log into the database. */
type State = 'in use' | 'closed';

const ABOUT = 'By this file, Ovation notices that its database or the log of it is gone.';

function readState(folder: string): State | undefined {
  const file = stateFile(folder);
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').startsWith('in use') ? 'in use' : 'closed';
}

/** Both states are equally long, so that a full disk has room for another one. */
function writeState(folder: string, state: State): void {
  const file = stateFile(folder);
  const fd = openSync(file, existsSync(file) ? 'r+' : 'w', 0o600);
  try {
    writeSync(fd, `${state}\n${ABOUT}\n`, 0);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Notes that there is a database with tables. */
export function noteTables(folder: string): void {
  if (readState(folder) === undefined) writeState(folder, 'closed');
}

/** Notes that the log is gone because its last user has closed it. */
export function noteClosed(folder: string): void {
  if (readState(folder) === 'in use' && !existsSync(logFile(folder))) writeState(folder, 'closed');
}

/**
 * Moves everything from the log into the database.
 * @returns whether that succeeded; not while another program reads or writes, or if the disk is full.
 */
function emptyLog(database: DatabaseSync): boolean {
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
  } catch {
    return false;
  }
}

/**
 * Moves everything from the log of a folder into the database, so that its file is complete by itself.
 * @throws if another program has it open.
 */
export function closeLog(folder: string): void {
  const database = new DatabaseSync(databaseFile(folder));
  try {
    if (emptyLog(database) && readState(folder) === 'in use') writeState(folder, 'closed');
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/** Removes the log of a database that is gone. */
export function removeLog(folder: string): void {
  for (const file of [logFile(folder), indexFile(folder)]) rmSync(file, { force: true });
  noteClosed(folder);
}

/**
 * Checks that the database of a folder and its log are there and whole. SQLite would go on with what is left.
 * @throws StartupError
 */
export function assertWhole(folder: string): void {
  const [file, log, index, note] = [databaseFile, logFile, indexFile, stateFile].map((name) => name(folder));
  const state = readState(folder);
  if (state !== undefined && (!existsSync(file!) || statSync(file!).size === 0)) throw missing(folder);
  const counted = existsSync(index!) ? readIndex(readFileSync(index!)) : undefined;
  if (!existsSync(log!) && (state === 'in use' || counted))
    throw new StartupError(
      `Ovation cannot start: ${log}, the log of the database, is missing. The server did not end by itself, and its last changes were in the log. Put it back or restore a backup. To go on without these changes, or if another program has opened the database since, delete ${note} and ${index}.`,
    );
  // Another process may be writing just now.
  if (existsSync(log!) && isLogDamaged(folder) && isLogDamaged(folder))
    throw new StartupError(
      `Ovation cannot start: ${log}, the log of the database, is damaged, and the last changes are in it. Put it back or restore a backup. To go on without these changes, delete ${log}, ${index} and ${note}.`,
    );
}

/** Checks that an open database is not empty if there was one with tables. @throws StartupError */
function assertContent(folder: string, database: DatabaseSync): void {
  const { tables } = database.prepare('select count(*) as tables from sqlite_master').get()!;
  if (tables !== 0 || readState(folder) === undefined) return;
  database.close();
  throw missing(folder);
}

const missing = (folder: string) =>
  new StartupError(
    `Ovation cannot start: the database ${databaseFile(folder)} is missing or empty, but there was one. Put it back or restore a backup. To begin with an empty one, delete ${stateFile(folder)}.`,
  );

/**
 * Tells whether the log lacks committed changes: it has fewer whole frames than its index counts, or whole transactions
 * after one that is not. A power cut leaves only the last transaction unfinished, which nobody was told of.
 * https://www.sqlite.org/walformat.html
 */
function isLogDamaged(folder: string): boolean {
  const index = indexFile(folder);
  const counted = existsSync(index) ? readIndex(readFileSync(index)) : undefined;
  if (statSync(logFile(folder)).size === 0) return counted !== undefined;
  const found = readLog(logFile(folder));
  if (!found || found.isCut) return true;
  return counted !== undefined && found.salt.equals(counted.salt) && found.frames < counted.frames;
}

/** The salt of the log and its frames, from the index; undefined if all are in the database, or it was not finished. */
function readIndex(index: Buffer): { salt: Buffer; frames: number } | undefined {
  const [HEADER, IS_INIT, FRAMES, SALT] = [48, 12, 16, 32];
  if (index.length < 2 * HEADER + 4 || index[IS_INIT] !== 1) return undefined;
  if (!index.subarray(0, HEADER).equals(index.subarray(HEADER, 2 * HEADER))) return undefined;
  const frames = index.readUInt32LE(FRAMES);
  const inDatabase = index.readUInt32LE(2 * HEADER);
  return frames > inDatabase ? { salt: index.subarray(SALT, SALT + 8), frames } : undefined;
}

const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Reads a log.
 * @returns how many frames at its beginning are whole, and whether complete transactions follow them; undefined if its
 *   header is not whole.
 */
function readLog(file: string): { salt: Buffer; frames: number; isCut: boolean } | undefined {
  const fd = openSync(file, 'r');
  try {
    const header = Buffer.alloc(LOG_HEADER);
    readSync(fd, header, 0, LOG_HEADER, 0);
    const isBig = (header[3]! & 1) === 1;
    let sum = checksum([0, 0], header.subarray(0, 24), isBig);
    if ((header.readUInt32BE(0) | 1) !== 0x377f0683 || !isSum(header, 24, sum)) return undefined;
    const salt = header.subarray(16, 24);
    const frame = Buffer.alloc(FRAME_HEADER + header.readUInt32BE(8));
    let [frames, isWhole, commits] = [0, true, 0];
    for (let at = LOG_HEADER; readSync(fd, frame, 0, frame.length, at) === frame.length; at += frame.length) {
      const isOfLog = frame.subarray(8, 16).equals(salt);
      if (isWhole && isOfLog) {
        sum = checksum(checksum(sum, frame.subarray(0, 8), isBig), frame.subarray(FRAME_HEADER), isBig);
        if (isSum(frame, 16, sum)) {
          frames++;
          continue;
        }
      }
      isWhole = false;
      if (!isOfLog) continue;
      // A frame after a commit is of a later transaction, which began when that one was on the disk.
      if (commits > 0) return { salt, frames, isCut: true };
      if (frame.readUInt32BE(4) > 0) commits++;
    }
    return { salt, frames, isCut: false };
  } finally {
    closeSync(fd);
  }
}

const isSum = (buffer: Buffer, at: number, [a, b]: [number, number]) =>
  buffer.readUInt32BE(at) === a && buffer.readUInt32BE(at + 4) === b;

function checksum([a, b]: [number, number], data: Buffer, isBig: boolean): [number, number] {
  for (let i = 0; i < data.length; i += 8) {
    a = (a + (isBig ? data.readUInt32BE(i) : data.readUInt32LE(i)) + b) >>> 0;
    b = (b + (isBig ? data.readUInt32BE(i + 4) : data.readUInt32LE(i + 4)) + a) >>> 0;
  }
  return [a, b];
}
