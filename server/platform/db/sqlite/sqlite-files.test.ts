import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chmod, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../../testing/folders.ts';
import { openSnapshot } from '../../backup/snapshot.ts';
import { type Database, openDatabase } from '../database.ts';
import { getSetting, putSetting } from '../settings.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = folderOfTest();
  folder = path.join(parent, 'data');
});

const open = (exclusive = true, dataDir = folder) =>
  openDatabase({ dataDir, databaseUrl: undefined }, { exclusive });
const file = (end = '') => path.join(folder, `ovation.db${end}`);
const mode = (of: string) => (statSync(of).mode & 0o777).toString(8);
const changes = 50;

async function change({ db }: Database): Promise<void> {
  for (let i = 0; i < changes; i++) await putSetting(db, `change ${i}`, 'x'.repeat(2000));
}

/** A folder as `kill -9` leaves it. */
async function killed(): Promise<void> {
  const before = path.join(parent, 'before');
  const database = await open(true, before);
  await change(database);
  cpSync(before, folder, { recursive: true });
  await database.close();
}

/** Overwrites what is at this share of the log. */
function damageLog(share: number): void {
  const log = readFileSync(file('-wal'));
  log.fill('damage', Math.floor(share * log.length), Math.floor(share * log.length) + 60);
  writeFileSync(file('-wal'), log);
}

async function lastChange(exclusive = true): Promise<string | undefined> {
  const database = await open(exclusive);
  return getSetting(database.db, `change ${changes - 1}`).finally(database.close);
}

it('the database is for its owner alone, also one that was not', async () => {
  const database = await open();
  await change(database);
  expect(mode(folder)).toBe('700');
  for (const end of ['', '-shm', '-wal', '.state']) expect(mode(file(end)), end).toBe('600');
  await database.close();
  await chmod(file(), 0o644);
  const again = await open();
  await change(again);
  for (const end of ['', '-shm', '-wal']) expect(mode(file(end)), end).toBe('600');
  await again.close();
});

describe('after kill -9', () => {
  beforeEach(killed);

  it('everything is there, for a server and for the console', async () => {
    expect(readFileSync(file('.state'), 'utf8')).toMatch(/^in use\n/);
    // The console empties the log, and a server may start afterwards.
    expect(await lastChange(false)).toBeDefined();
    expect(existsSync(file('-wal'))).toBe(false);
    expect(readFileSync(file('.state'), 'utf8')).toMatch(/^closed\n/);
    expect(await lastChange()).toBeDefined();
  });

  it.each([
    ['is cut', () => truncate(file('-wal'), statSync(file('-wal')).size / 2)],
    ['is empty', () => truncate(file('-wal'), 0)],
    ['has a damaged beginning', () => damageLog(0)],
    ['has damaged changes', () => damageLog(0.8)],
    ['has damaged changes, and no index', () => rm(file('-shm')).then(() => damageLog(0.8))],
  ])('a log that %s is told in a sentence', async (_how, damage) => {
    await damage();
    const sentence =
      /ovation\.db-wal, the log of the database, is damaged, .* Put it back or restore a backup\./;
    for (const exclusive of [true, false]) await expect(open(exclusive)).rejects.toThrow(sentence);
    await expect(openSnapshot({ dataDir: folder, databaseUrl: undefined })).rejects.toThrow(sentence);
    for (const end of ['-wal', '-shm', '.state']) rmSync(file(end), { force: true });
    await (await open()).close();
  });

  it.each([
    ['a server', true],
    ['the console', false],
  ])('a log that is missing is told in a sentence: %s', async (_who, exclusive) => {
    rmSync(file('-wal'));
    await expect(open(exclusive)).rejects.toThrow(/ovation\.db-wal, the log of the database, is missing\./);
    // Either of the two files is enough to know.
    const state = readFileSync(file('.state'));
    rmSync(file('.state'));
    await expect(open(exclusive)).rejects.toThrow('is missing.');
    writeFileSync(file('.state'), state);
    rmSync(file('-shm'));
    await expect(open(exclusive)).rejects.toThrow(
      'or if another program has opened the database since, delete',
    );
  });

  it('after a power cut, which leaves the last transaction unfinished, the others are there', async () => {
    rmSync(file('-shm'));
    await truncate(file('-wal'), statSync(file('-wal')).size - 100);
    const { db, close } = await open();
    expect(await getSetting(db, `change ${changes - 1}`)).toBeUndefined();
    expect(await getSetting(db, `change ${changes - 2}`)).toBeDefined();
    await close();
  });

  it('a log that was begun anew over an older, longer one is whole', async () => {
    const database = new DatabaseSync(file());
    database.exec('pragma wal_checkpoint(restart)');
    for (const n of [1, 2, 3]) database.exec(`insert into setting values ('again ${n}', 'x')`);
    const copy = path.join(parent, 'copy');
    cpSync(folder, copy, { recursive: true });
    database.close();
    const { db, close } = await open(true, copy);
    expect(await getSetting(db, 'again 3')).toBe('x');
    await close();
  });

  it.each([
    ['missing', () => rmSync(file())],
    ['empty', () => writeFileSync(file(), '')],
  ])('a database that is %s is not replaced by an empty one', async (_how, lose) => {
    lose();
    const sentence =
      /ovation\.db is missing or empty, but there was one\. .* begin with an empty one, delete .*\.state/;
    for (const exclusive of [true, false]) await expect(open(exclusive)).rejects.toThrow(sentence);
    rmSync(file('.state'));
    rmSync(file('-wal'));
    rmSync(file('-shm'));
    expect(await lastChange()).toBeUndefined();
  });
});

it('a database whose tables are gone with its log is not replaced by an empty one', async () => {
  await (await open()).close();
  rmSync(file());
  new DatabaseSync(file()).exec('pragma journal_mode = wal; create table t (a); drop table t');
  await expect(open()).rejects.toThrow('is missing or empty, but there was one');
});

it('a server removes what a killed restore left, the console does not', async () => {
  await (await open()).close();
  const left = path.join(folder, 'restore-a1B2c3');
  const own = path.join(folder, 'restore-notes');
  for (const one of [left, own]) mkdirSync(one);
  writeFileSync(path.join(left, 'ovation.db'), '');
  await (await open(false)).close();
  expect(existsSync(left)).toBe(true);
  await (await open()).close();
  expect([existsSync(left), existsSync(own)]).toEqual([false, true]);
});
