import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { type Database, openDatabase } from './database.ts';
import { LAST_RELEASED } from './migrations/all.ts';
import type { Db } from './schema.ts';
import { nextMigrations } from './testing/next-migration.ts';
import { insertExampleRows } from './testing/rows.ts';
import { breaksFor, shapeOf } from './testing/schema-shape.ts';

/**
 * What the next major release may remove, because the last release no longer used it; as `breaksFor` names it, such as
 * 'track.mood is gone'.
 */
const CONTRACTED: string[] = [];

let settings: { databaseUrl: string | undefined; dataDir: string };
let remove: () => Promise<unknown>;
beforeEach(async () => {
  const server = process.env.TEST_DATABASE_URL;
  const postgres = server ? await freshDatabase(server) : undefined;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-upgrade-'));
  settings = { databaseUrl: postgres?.url, dataDir };
  remove = async () => {
    await postgres?.drop();
    await rm(dataDir, { recursive: true });
  };
});
afterEach(() => remove());

/** Opens the database as one version does, and closes it afterwards. */
async function using<T>(
  options: Parameters<typeof openDatabase>[1],
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(settings, { exclusive: false, ...options });
  return use(database).finally(database.close);
}

type Tables = Record<string, Record<string, unknown>[]>;

/** The rows of every table but those of migrations and search indexes. */
async function rowsOf(db: Db): Promise<Tables> {
  const names = (await db.introspection.getTables()).map(({ name }) => name);
  const tables: Tables = {};
  for (const name of names.filter((one) => !/^sqlite|_search/.test(one)).sort())
    tables[name] = (
      await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    ).rows.map((row) => ({ ...row }));
  return tables;
}

it('an upgrade keeps every row, and fills what is new from what there is', async () => {
  const before = await using({}, async ({ db }) => {
    await insertExampleRows(db);
    return rowsOf(db);
  });
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([]);
  const after = await using({ migrations: nextMigrations }, ({ db }) => rowsOf(db));
  const { mood_count, ...others } = after;
  expect(mood_count).toEqual([{ mood: 'calm', tracks: 1 }]);
  expect({ ...others, track: others.track!.map(({ mood: _, ...row }) => row) }).toEqual(before);
  expect(after.track!.map(({ mood }) => mood)).toEqual(['calm']);
  // A second start has nothing left to do.
  expect(await using({ migrations: nextMigrations }, ({ db }) => rowsOf(db))).toEqual(after);
});

it('refuses a database that a newer version has migrated, with a sentence', async () => {
  await using({ migrations: nextMigrations }, async () => {});
  for (const exclusive of [true, false])
    await expect(openDatabase(settings, { exclusive })).rejects.toThrow(
      /newer version \(9998-moods\)\. Start that version, or restore a backup/,
    );
});

it('a migration that fails leaves the rows as they were', async () => {
  const before = await using({}, async ({ db }) => {
    await insertExampleRows(db);
    return rowsOf(db);
  });
  const broken = {
    ...nextMigrations,
    '9999-broken': () => ({
      up: async () => {
        throw new Error('the disk is full');
      },
    }),
  };
  await expect(using({ migrations: broken }, async () => {})).rejects.toThrow('the disk is full');
  const left = await using({ migrations: nextMigrations }, ({ db }) => rowsOf(db));
  expect(left.user).toEqual(before.user);
  expect(left.credit_entry).toEqual(before.credit_entry);
});

it('the last release can run beside this version: what it reads and writes is still there', async () => {
  const released = await using({ last: LAST_RELEASED }, ({ db, engine }) => shapeOf(db, engine.kind));
  expect(Object.keys(released).length).toBeGreaterThan(40);
  await using({}, async ({ db, engine }) => {
    const today = await shapeOf(db, engine.kind);
    expect(breaksFor(released, today).filter((one) => !CONTRACTED.includes(one))).toEqual([]);
  });
  await using({ migrations: nextMigrations }, async ({ db, engine }) => {
    expect(breaksFor(released, await shapeOf(db, engine.kind))).toEqual([]);
    const changes = [
      'alter table song_request drop column decline_reason',
      'alter table vote rename to ballot',
      "alter table track add column loudness text not null default ''",
      'alter table backer add column suggested_by text references track (id)',
      'create unique index one_name on playlist (user_id, name)',
    ];
    for (const change of changes) await sql.raw(change).execute(db);
    const breaks = breaksFor(released, await shapeOf(db, engine.kind));
    expect(breaks.map((one) => one.replace(/:.*/s, '')).sort()).toEqual([
      'playlist newly demands',
      'song_request.decline_reason is gone',
      'vote is gone',
    ]);
  });
});

it('knows what an older version would not fill in', () => {
  const column = { type: 'text', nullable: true, filled: false };
  const strict = { ...column, nullable: false };
  const shape = (columns: Record<string, typeof column>) => ({ t: { columns, rules: [] } });
  const breaks = (before: Record<string, typeof column>, after: Record<string, typeof column>) =>
    breaksFor(shape(before), shape(after));
  expect(breaks({}, { a: column })).toEqual([]);
  expect(breaks({}, { a: { ...strict, filled: true } })).toEqual([]);
  expect(breaks({}, { a: strict })).toEqual(['t.a has to be filled in']);
  expect(breaks({ a: column }, { a: strict })).toEqual(['t.a has to be filled in']);
  expect(breaks({ a: { ...strict, filled: true } }, { a: strict })).toEqual(['t.a has to be filled in']);
  expect(breaks({ a: strict }, { a: column })).toEqual([]);
  expect(breaks({ a: column }, { a: { ...column, type: 'bigint' } })).toEqual(['t.a is bigint, not text']);
});
