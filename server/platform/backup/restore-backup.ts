import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Engine } from '../db/engine.ts';
import type { Db, Tx } from '../db/schema.ts';
import { isIntact, isMediaPath, type MediaEnding, type MediaStore } from '../media/store.ts';
import { BackupError } from './format.ts';
import { readBackup, readManifest } from './read-backup.ts';
import type { RestoreTarget } from './restore-target.ts';
import { MIGRATION_TABLES, type Row } from './snapshot.ts';
import type { Contents } from './write-backup.ts';

/** Result of a restore. */
export interface Restored extends Contents {
  /** Place where the database before is kept; undefined if there was none. */
  kept: string | undefined;
  /** Files that were damaged already when the backup was written. They were left out. */
  damaged: string[];
}

/**
 * Restores a backup of this or an older version: all rows or, if anything is wrong with the backup, none. Files of
 * songs and pictures may have been added then; none that was there and intact is replaced.
 * @param check throws if the restored rows contradict each other.
 * @throws BackupError if the backup is damaged or newer than this version.
 */
export async function restoreBackup(
  file: string,
  target: RestoreTarget,
  media: MediaStore,
  check: (db: Db) => Promise<unknown>,
): Promise<Restored> {
  const manifest = await readManifest(file);
  if (!manifest.migrations.every((name) => name in target.migrations))
    throw new BackupError('This backup is from a newer version of Ovation. Update Ovation first.');
  const then = await target.open(manifest.migrations.toSorted().at(-1));
  const contents = await load(file, then, media);
  const { db } = await target.open();
  await check(db);
  return { ...contents, kept: await target.commit() };
}

async function load(file: string, database: Database, media: MediaStore): Promise<Omit<Restored, 'kept'>> {
  const { db, engine } = database;
  const contents = { rows: 0, files: 0, damaged: [] as string[] };
  const tables = await tablesOf(database);
  await db.transaction().execute(async (tx) => {
    await withoutTriggers(tx, engine, tables, async () => {
      await deleteAll(tx, tables);
      await readBackup(file, {
        onRows: async (table, rows) => {
          if (!tables.includes(table))
            throw new BackupError(`This backup has a table "${table}", which Ovation does not have.`);
          await insertRows(tx, engine, table, rows);
          contents.rows += rows.length;
        },
        onMedia: async (name, content) => {
          if (await storeMedia(media, name, content)) contents.files++;
          else contents.damaged.push(name);
        },
      });
    });
  });
  return contents;
}

async function tablesOf({ db, engine }: Database): Promise<string[]> {
  const all =
    engine.kind === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_list
          where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const { rows } = await all.execute(db);
  return rows.map(({ name }) => name).filter((name) => !MIGRATION_TABLES.includes(name));
}

/** Migrations leave a few rows behind, such as counters. */
async function deleteAll(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(tx);
}

/**
 * Stores a file unless it is there and intact.
 * @returns whether the file in the backup is intact. One that is not is left out: if the archive was damaged, its end
 *   tells, and if the file was damaged before, it may be intact here.
 */
async function storeMedia(media: MediaStore, name: string, content: AsyncIterable<Buffer>): Promise<boolean> {
  const mediaPath = `/media/${name}`;
  if (!isMediaPath(mediaPath))
    throw new BackupError(`This backup contains a file "${name}", which Ovation cannot have written.`);
  const { name: hash, ext } = path.parse(name);
  const work = media.workFile();
  try {
    await pipeline(content, createWriteStream(work, { flush: true }));
    if (!(await isIntact(name, work))) return false;
    if (!(await hasIntact(media, mediaPath))) await media.moveIn(work, ext.slice(1) as MediaEnding, hash);
    return true;
  } finally {
    await rm(work, { force: true });
  }
}

async function hasIntact(media: MediaStore, mediaPath: string): Promise<boolean> {
  const copy = await media.localCopy(mediaPath);
  if (!copy) return false;
  return isIntact(path.basename(mediaPath), copy.file).finally(copy.release);
}

/**
 * Runs `load` without triggers: the tables that they maintain are loaded as well. Afterwards the search indexes and
 * the counters of row numbers fit the rows.
 */
async function withoutTriggers(
  tx: Tx,
  { kind }: Engine,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  if (kind === 'postgres') {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await load();
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
    await advanceRowNumbers(tx);
    return;
  }
  const triggers = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger'`.execute(tx);
  for (const { name } of triggers.rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx);
  await load();
  const searches = await sql<{ name: string }>`select name from sqlite_master
    where sql like 'create virtual table % using fts5(%content = ''_%'`.execute(tx);
  for (const { name } of searches.rows)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(tx);
  for (const trigger of triggers.rows) await sql.raw(trigger.sql).execute(tx);
}

/** Lets PostgreSQL's row numbers go on after the highest one. */
async function advanceRowNumbers(tx: Tx): Promise<void> {
  const columns = await sql<{
    table: string;
    column: string;
  }>`select table_name as table, column_name as column
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(
    tx,
  );
  for (const { table, column } of columns.rows)
    await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(tx);
}

/** Both engines accept this many parameters in a statement. */
const MAX_PARAMETERS = 30_000;

/** Inserts rows as they are, their row numbers included. All rows have the same columns. */
async function insertRows(tx: Tx, { kind }: Engine, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const overriding = kind === 'postgres' ? sql` overriding system value` : sql``;
  const atOnce = Math.max(1, Math.floor(MAX_PARAMETERS / columns.length));
  for (let start = 0; start < rows.length; start += atOnce) {
    const values = rows
      .slice(start, start + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(table)} (${names})${overriding} values ${sql.join(values)}`.execute(tx);
  }
}
