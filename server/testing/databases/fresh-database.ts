import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database on a PostgreSQL server. */
export interface FreshDatabase {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Creates a database on a PostgreSQL server.
 * @param template the database to copy; it must have no open connections. By default the new one is empty.
 */
export async function freshDatabase(server: string, template = 'template1'): Promise<FreshDatabase> {
  const name = `ovation_test_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `drop database ${name} with (force)`) };
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
