import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { testServer } from '../../testing/server.ts';
import { openDatabase } from './database.ts';
import { breaksFor, type SchemaShape, shapeOf } from './testing/schema-shape.ts';

const folder = path.join(import.meta.dirname, 'migrations');

/** The last migration before two versions had to run side by side; what came before may break older servers. */
const FIRST_BOUND = '0021';

/** What a server of the version before would miss, or would not fill in. */
const BREAKS_OLDER =
  /\bdropTable\b|\bdropColumn\b|\brenameTo\b|\brenameColumn\b|\bsetNotNull\b|\bdrop (?:table|column)\b|\brename (?:to|column)\b|\bset not null\b/i;

const breaking = (source: string) => BREAKS_OLDER.exec(source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))?.[0];

it('migrations only add, so that the version before runs beside this one (docs/upgrading.md)', () => {
  const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name) && name >= FIRST_BOUND);
  const wrong = files.flatMap((name) => {
    const source = readFileSync(path.join(folder, name), 'utf8');
    // A contraction names the release that stopped using what it removes.
    const found = /contracts what \d+\.\d+ stopped using/.test(source) ? undefined : breaking(source);
    return found ? [`${name}: ${found}`] : [];
  });
  expect(wrong).toEqual([]);
});

it('knows what breaks an older version', () => {
  expect(breaking("db.schema.alterTable('x').dropColumn('y')")).toBe('dropColumn');
  expect(breaking('sql`alter table x rename column a to b`')).toBe('rename column');
  expect(breaking("db.schema.alterTable('x').addColumn('y', 'text') // drop column")).toBeUndefined();
});

it('what the last release reads and writes is still there, and nothing more is demanded of its rows', async () => {
  const s = await testServer();
  const { kind } = s.c.engine;
  const file = path.join(import.meta.dirname, `testing/released.${kind}.json`);
  const released: SchemaShape = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(released).length).toBeGreaterThan(40);
  expect(breaksFor(released, await shapeOf(s.c.db, kind))).toEqual([]);

  const changes = [
    'alter table song_request drop column decline_reason',
    'alter table vote rename to ballot',
    "alter table track add column loudness text not null default ''",
    'alter table backer add column suggested_by text references track (id)',
    'create unique index one_name on playlist (user_id, name)',
  ];
  for (const change of changes) await sql.raw(change).execute(s.c.db);
  const breaks = breaksFor(released, await shapeOf(s.c.db, kind));
  expect(breaks.map((one) => one.replace(/:.*/s, '')).sort()).toEqual([
    'playlist newly demands',
    'song_request.decline_reason is gone',
    'vote is gone',
  ]);
  await s.close();
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

it('refuses a database that a newer version has migrated, with a sentence', async () => {
  const server = process.env.TEST_DATABASE_URL;
  const postgres = server ? await freshDatabase(server) : undefined;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ovation-newer-'));
  const settings = { databaseUrl: postgres?.url, dataDir };
  const { db, close } = await openDatabase(settings);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')`.execute(db);
  await close();
  for (const exclusive of [true, false])
    await expect(openDatabase(settings, { exclusive })).rejects.toThrow(
      /newer version \(9999-future\)\. Start that version, or restore a backup/,
    );
  await postgres?.drop();
  await rm(dataDir, { recursive: true });
});
