import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BackupError } from './backup-error.ts';
import { BATCH_ROWS, MIGRATION_TABLES, type Row, type Snapshot } from './snapshot.ts';
import { parentsFirst } from './table-order.ts';

/** Reads the embedded database in one transaction, which neither waits for writers nor stops them. */
export async function openSqliteSnapshot(folder: string): Promise<Snapshot> {
  const file = path.join(folder, 'ovation.db');
  if (!existsSync(file)) throw new BackupError(`There is no database in ${folder}.`);
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('begin');
  const names = (statement: string) =>
    database
      .prepare(statement)
      .all()
      .map(({ name }) => String(name));
  const tables = names(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  ).filter((name) => !MIGRATION_TABLES.includes(name));
  const references = database
    .prepare(
      `select list.name as child, "table" as parent from pragma_table_list as list, pragma_foreign_key_list(list.name)
        where list.schema = 'main'`,
    )
    .all() as { child: string; parent: string }[];
  return {
    engine: 'sqlite',
    migrations: names('select name from kysely_migration order by name'),
    tables: parentsFirst(tables, references),
    rows: async function* (table) {
      let batch: Row[] = [];
      for (const row of database.prepare(`select * from "${table}"`).iterate()) {
        if (batch.push(row) < BATCH_ROWS) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    close: async () => database.close(),
  };
}
