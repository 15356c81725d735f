import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { startPostgres } from '../../../testing/postgres.ts';
import type { Engine } from '../engine.ts';
import { migrations } from '../migrations/all.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite } from '../sqlite.ts';
import { rows } from './rows.ts';

/**
 * Writes a filled database as it was after migration 0008, one dump for each engine:
 * `node server/platform/db/testing/dump.ts`. Needs PostgreSQL with pg_dump on the PATH.
 */
const LAST = '0008-managed-tracks';

async function fill(engine: Engine): Promise<void> {
  const db = new Kysely<never>({ dialect: engine.dialect });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(engine) },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateTo(LAST);
  if (error) throw error;
  for (const [table, of] of Object.entries(rows))
    for (const row of of) {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
      const values = sql.join(Object.values(row));
      await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
    }
  await sql`update kysely_migration set timestamp = '2026-01-01T00:00:00.000Z'`.execute(db);
  await db.destroy();
  engine.close();
}

const quoted = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** The statements that recreate the database. The search index creates its own tables. */
function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file);
  const made = database
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite%'
        and name not like '%\\_search\\_%' escape '\\' or type = 'trigger' order by type = 'trigger', type = 'index', rowid`,
    )
    .all() as { type: string; name: string; sql: string }[];
  const tables = made.filter((one) => one.type === 'table' && !one.sql.startsWith('CREATE VIRTUAL'));
  const inserts = tables.flatMap(({ name }) =>
    database
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => `insert into "${name}" values (${Object.values(row).map(quoted).join(', ')})`),
  );
  const triggers = made.filter((one) => one.type === 'trigger').map((one) => one.sql);
  const others = made.filter((one) => one.type !== 'trigger').map((one) => one.sql);
  const rebuild = ['track', 'song_request'].map(
    (name) => `insert into ${name}_search (${name}_search) values ('rebuild')`,
  );
  database.close();
  return `${['pragma foreign_keys = off', ...others, ...inserts, ...triggers, ...rebuild].join(';\n')};\n`;
}

/** The output of pg_dump without comments, settings and psql commands. */
function dumpPostgres(url: string): string {
  const text = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url], {
    encoding: 'utf8',
  });
  return text
    .replaceAll(/^(--|\\|SET |SELECT pg_catalog\.set_config|COMMENT ).*\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trimStart();
}

const folder = path.join(import.meta.dirname, 'before-0009');
const dataDir = process.argv[2] ?? '';
await fill(openSqlite(dataDir, { exclusive: true }));
writeFileSync(`${folder}.sqlite.sql`, dumpSqlite(path.join(dataDir, 'ovation.db')));
const cluster = await startPostgres();
const { url } = await freshDatabase(cluster.url);
await fill(openPostgres(url));
writeFileSync(`${folder}.postgres.sql`, dumpPostgres(url));
await cluster.stop();
