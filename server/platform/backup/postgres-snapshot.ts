import pg from 'pg';
import { BackupError } from './backup-error.ts';
import { BATCH_ROWS, MIGRATION_TABLES, type Row, type Snapshot } from './snapshot.ts';
import { parentsFirst } from './table-order.ts';

const BIGINT = 20;

/** Reads PostgreSQL in one repeatable-read transaction, through cursors. */
export async function openPostgresSnapshot(connectionString: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString,
    types: {
      getTypeParser: (type, format) =>
        type === BIGINT
          ? Number
          : (pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown),
    },
  });
  // A lost connection fails its query; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await snapshotOf(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function snapshotOf(client: pg.Client): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only');
  const names = async (statement: string) =>
    (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name);
  const tables = await names(
    'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  );
  if (!tables.includes('kysely_migration')) throw new BackupError('This is no database of Ovation.');
  const references = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint
      join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
      where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  return {
    engine: 'postgres',
    migrations: await names('select name from kysely_migration order by name'),
    tables: parentsFirst(
      tables.filter((name) => !MIGRATION_TABLES.includes(name)),
      references.rows,
    ),
    rows: async function* (table) {
      await client.query(`declare rows no scroll cursor for select * from ${client.escapeIdentifier(table)}`);
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${BATCH_ROWS} from rows`);
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('close rows');
    },
    close: () => client.end(),
  };
}
