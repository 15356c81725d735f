import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openDatabase } from '../../server/platform/db/database.ts';
import type { Db } from '../../server/platform/db/schema.ts';
import { type PostgresCluster, startPostgres } from '../../server/testing/databases/postgres.ts';

/** The tables that the seed of a catalogue fills, in the order of their references. */
const TABLES = ['tag', 'track', 'track_tag', 'genre_count', 'artist', 'album'];
const ROWS_AT_ONCE = 5000;

/**
 * Copies a seeded catalogue to a PostgreSQL server of its own.
 * @param folder the data folder with the SQLite database.
 */
export async function copyToPostgres(folder: string): Promise<PostgresCluster> {
  const cluster = await startPostgres();
  const { db, close } = await openDatabase(
    { dataDir: folder, databaseUrl: cluster.url },
    { exclusive: false },
  );
  const source = new DatabaseSync(path.join(folder, 'ovation.db'), { readOnly: true });
  // Building the index once is faster than updating it.
  const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes
    where indexname = 'track_search'`.execute(db);
  await sql`drop index track_search`.execute(db);
  for (const table of TABLES) await copyTable(db, source, table);
  await sql.raw(rows[0]!.indexdef).execute(db);
  await sql`analyze`.execute(db);
  source.close();
  await close();
  return cluster;
}

async function copyTable(db: Db, source: DatabaseSync, table: string): Promise<void> {
  let batch: unknown[] = [];
  const flush = async () => {
    // `seq` is generated.
    await sql`insert into ${sql.table(table)} overriding system value
      select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::json)`.execute(
      db,
    );
    batch = [];
  };
  for (const row of source.prepare(`select * from "${table}"`).iterate()) {
    batch.push(row);
    if (batch.length === ROWS_AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
}
