import { readdirSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { folderOfTest } from '../../../testing/folders.ts';
import { type Database, openDatabase } from '../database.ts';
import type { Db } from '../schema.ts';
import { getSetting, initSetting } from '../settings.ts';
import { openReader } from './sqlite-reader.ts';

let folder: string;
let database: Database;
let reader: Db;
beforeEach(async () => {
  folder = folderOfTest();
  database = await openDatabase({ dataDir: folder, databaseUrl: undefined });
  reader = database.engine.longReads(database.db);
});
afterEach(async () => {
  await database.close();
});

const countTo = (n: number) => sql<{ n: number }>`
  with recursive row (n) as (select 1 union all select n + 1 from row where n < ${n}) select max(n) as n from row`;

it('reads what was just committed', async () => {
  for (let i = 0; i < 20; i++) {
    await initSetting(database.db, `name ${i}`, String(i));
    expect(await getSetting(reader, `name ${i}`)).toBe(String(i));
  }
});

it('does not stop the event loop, nor other statements', async () => {
  let isDone = false;
  const counting = countTo(1_000_000)
    .execute(reader)
    .then((result) => {
      isDone = true;
      return result;
    });
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  await initSetting(database.db, 'meanwhile', 'x');
  expect(isDone).toBe(false);
  expect((await counting).rows).toEqual([{ n: 1_000_000 }]);
});

it('looks up words on the event loop in a small database, in the thread in a large one', async () => {
  const { db, engine } = database;
  expect(engine.indexReads(db)).toBe(db);
  await truncate(path.join(folder, 'ovation.db'), 64_000_001);
  expect(engine.indexReads(db)).toBe(reader);
});

// Only Linux shows its threads.
it.runIf(process.platform === 'linux')(
  'ends its thread when nobody needs it, and starts another',
  async () => {
    const file = path.join(folder, 'ovation.db');
    const { db, close } = openReader(file, 20);
    const threads = () => readdirSync('/proc/self/task').length;
    const before = threads();
    for (let round = 0; round < 2; round++) {
      expect((await countTo(1).execute(db)).rows).toEqual([{ n: 1 }]);
      expect(threads()).toBe(before + 1);
      await vi.waitFor(() => expect(threads()).toBe(before), { timeout: 20_000 });
    }
    await close();
  },
);

it('reports errors of statements, and goes on', async () => {
  await expect(sql`select missing`.execute(reader)).rejects.toThrow('no such column: missing');
  await expect(initSetting(reader, 'name', 'x')).rejects.toThrow('readonly database');
  expect((await countTo(1).execute(reader)).rows).toEqual([{ n: 1 }]);
});
