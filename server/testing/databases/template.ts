import pg from 'pg';
import { migrate } from '../../platform/db/database.ts';
import { openPostgres } from '../../platform/db/postgres/postgres.ts';
import { freshDatabase } from './fresh-database.ts';

/** Migrates a database that tests copy, which is faster than migrating one per test. @returns its name. */
export async function migratedTemplate(server: string): Promise<string> {
  const { url } = await freshDatabase(server);
  const database = await migrate(openPostgres(url));
  await database.close();
  await prepareReset(url);
  return new URL(url).pathname.slice(1);
}

/** Every column of every table: a test that has changed the schema cannot give its database back. */
const SCHEMA = `select md5(string_agg(format('%s.%s', attrelid, attname), ' ' order by attrelid, attnum))
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0`;

/**
 * Keeps what the migrations have written, and the schema, in a schema of the template, so that a reset can restore
 * them in its copies.
 */
async function prepareReset(url: string): Promise<void> {
  await using client = await connected(url);
  await client.query(`
    create schema pristine;
    do $$ declare name text; has_rows boolean; begin
      for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('select exists (select from public.%I)', name) into has_rows;
        if has_rows then execute format('create table pristine.%I as table public.%1$I', name); end if;
      end loop;
    end $$;
    create table pristine.schema (hash) as ${SCHEMA};
  `);
}

/** Empties a copy of the template. @returns false if it cannot be used again, because its schema has changed. */
export type Reset = () => Promise<boolean>;

/** Its connection stays open: the catalog that it has read makes the next reset ten times as fast. */
export async function resetter(url: string): Promise<{ reset: Reset; end: () => Promise<void> }> {
  const client = await connected(url);
  client.on('error', () => {});
  const reset = async () => {
    const { rows } = await client.query(`select hash = (${SCHEMA}) as "isSame" from pristine.schema`);
    if (!rows[0].isSame) return false;
    await client.query(EMPTY);
    return true;
  };
  return { reset, end: () => client.end() };
}

/** Ends what a test left running or listening: it may hold locks. */
const EMPTY = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (state <> 'idle' or query like 'listen%');
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('delete from public.%I', name);
    end loop;
    for name in select relname from pg_class where relkind = 'r' and relnamespace = 'pristine'::regnamespace
      and relname <> 'schema' loop
      execute format('insert into public.%I overriding system value table pristine.%1$I', name);
    end loop;
  end $$;
  select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;
`;

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
