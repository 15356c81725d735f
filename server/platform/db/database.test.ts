import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../testing/databases/fresh-database.ts';
import { folderOfTest } from '../../testing/folders.ts';
import { type Database, openDatabase } from './database.ts';
import { migrationNames } from './migrations/all.ts';
import { openPostgres } from './postgres/postgres.ts';
import type { Db, Schema, Tx } from './schema.ts';
import { getSetting, initSetting } from './settings.ts';

let folder: string;
let children: ChildProcess[] = [];
let opened: Database[] = [];

beforeEach(() => {
  folder = folderOfTest();
});
afterEach(async () => {
  await Promise.all(children.map(kill9));
  for (const database of opened) await database.close();
  children = [];
  opened = [];
});

async function open(config: Parameters<typeof openDatabase>[0], exclusive = true): Promise<Database> {
  const database = await openDatabase(config, { exclusive });
  opened.push(database);
  return database;
}
const embedded = () => ({ dataDir: folder, databaseUrl: undefined });

/** A process that opens the same folder and then runs `script`, which can use `db`. */
function otherProcess(script: string) {
  const module = (name: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, name)).href);
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openDatabase } from ${module('database.ts')};
       import { initSetting } from ${module('settings.ts')};
       try {
         const { db } = await openDatabase({ dataDir: process.env.FOLDER });
         ${script}
       } catch (error) { console.log(error.message); process.exit(1); }`,
    ],
    { env: { ...process.env, FOLDER: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function kill9(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const STAY = `console.log('open'); setInterval(() => {}, 1000);`;

describe('the embedded database', () => {
  it('uses WAL with synchronous=FULL', async () => {
    const { db } = await open(embedded());
    const pragma = async (name: string) =>
      Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0]!)[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2); // FULL
    expect(await pragma('foreign_keys')).toBe(1);
  });

  it('keeps its data when it is opened again', async () => {
    const first = await openDatabase(embedded());
    expect(await initSetting(first.db, 'name', 'one')).toBe('one');
    await first.close();
    const second = await open(embedded());
    expect(await initSetting(second.db, 'name', 'two')).toBe('one');
  });

  it('refuses a second server in the same process, but not the console', async () => {
    await open(embedded());
    await expect(openDatabase(embedded())).rejects.toThrow(/^Another Ovation server is already running on /);
    const cli = await open(embedded(), false);
    expect(await initSetting(cli.db, 'name', 'cli')).toBe('cli');
  });

  it('refuses a second server process with a message until the first is killed', async () => {
    const first = otherProcess(STAY);
    expect((await first.lines.next()).value).toBe('open');
    const second = otherProcess(STAY);
    expect((await second.lines.next()).value).toBe(
      `Another Ovation server is already running on ${folder}. Stop it first, or give this one a DATA_DIR of its own.`,
    );
    await expect(openDatabase(embedded())).rejects.toThrow('Another Ovation server');
    await kill9(first.child);
    const third = otherProcess(STAY);
    expect((await third.lines.next()).value).toBe('open');
  });

  // Killing proves that acknowledged writes have left the process; synchronous=FULL protects against power cuts.
  it('has every acknowledged write after kill -9', async () => {
    const writer = otherProcess(`
      for (let i = 0; ; i++) {
        await db.transaction().execute(async (tx) => {
          await initSetting(tx, 'a' + i, String(i));
          await initSetting(tx, 'b' + i, String(i));
        });
        console.log(i);
      }`);
    const acknowledged: string[] = [];
    for await (const line of { [Symbol.asyncIterator]: () => writer.lines }) {
      acknowledged.push(line);
      if (acknowledged.length === 200) writer.child.kill('SIGKILL');
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(200);
    const { db } = await open(embedded());
    for (const i of acknowledged) {
      expect(await getSetting(db, `a${i}`)).toBe(i);
      expect(await getSetting(db, `b${i}`)).toBe(i);
    }
    const rows = await db.selectFrom('setting').select('name').execute();
    const whole = (letter: string) => rows.filter(({ name }) => name.startsWith(letter)).length;
    expect(whole('a')).toBe(whole('b'));
    expect(await sql<object>`pragma integrity_check`.execute(db)).toMatchObject({
      rows: [{ integrity_check: 'ok' }],
    });
  });

  it('rolls a failed transaction back and keeps working', async () => {
    const { db } = await open(embedded());
    const failing = db.transaction().execute(async (tx) => {
      await initSetting(tx, 'half', 'x');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await getSetting(db, 'half')).toBeUndefined();
    expect(await initSetting(db, 'whole', 'x')).toBe('x');
  });

  it('reports a full disk as such, also inside of a transaction', async () => {
    const { db, engine } = await open(embedded());
    await sql`pragma max_page_count = 1`.execute(db); // which SQLite raises to the current size
    const growing = db.transaction().execute(async (tx) => {
      for (;;) await initSetting(tx, randomUUID(), 'x'.repeat(1000));
    });
    const error = await growing.catch((reason) => reason);
    expect(error.message).toBe('database or disk is full');
    expect(engine.isTemporary(error)).toBe(true);
    await sql`pragma max_page_count = 1000000`.execute(db);
    expect(await initSetting(db, 'room', 'again')).toBe('again');
  });

  it('waits for another process that writes, while reads go on', async () => {
    const { db } = await open(embedded());
    const other = new DatabaseSync(path.join(folder, 'ovation.db'));
    other.exec('begin immediate');
    const writing = db.transaction().execute((tx) => initSetting(tx, 'later', 'x'));
    expect(await getSetting(db, 'later')).toBeUndefined();
    other.exec('commit');
    other.close();
    expect(await writing).toBe('x');
  });

  it('runs its migrations once', async () => {
    const first = await openDatabase(embedded());
    await first.close();
    const { db } = await open(embedded());
    expect(await appliedMigrations(db)).toEqual(migrationNames);
  });
});

// Defined rather than skipped only with PostgreSQL; `npm run test:postgres` runs them.
if (process.env.TEST_DATABASE_URL) {
  it('five servers that start at once migrate PostgreSQL once', async () => {
    const { url, drop } = await freshDatabase(process.env.TEST_DATABASE_URL!);
    try {
      const five = await Promise.all(
        Array.from({ length: 5 }, () => openDatabase({ dataDir: folder, databaseUrl: url })),
      );
      const { db } = five[0]!;
      expect(await appliedMigrations(db)).toEqual(migrationNames);
      const secrets = await Promise.all(five.map((one, i) => initSetting(one.db, 'secret', String(i))));
      expect(new Set(secrets).size).toBe(1);
      await Promise.all(five.map((one) => one.close()));
    } finally {
      await drop();
    }
  });

  it('PostgreSQL transactions are atomic', async () => {
    const { url, drop } = await freshDatabase(process.env.TEST_DATABASE_URL!);
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: url });
    const write = (tx: typeof db, key: string) =>
      sql`insert into setting (name, value) values (${key}, 'x')`.execute(tx);
    const written = async () => {
      const { rows } = await sql<{
        name: string;
      }>`select name from setting where value = 'x' order by name`.execute(db);
      return rows.map((row) => row.name);
    };
    try {
      await db.transaction().execute(async (tx) => {
        await write(tx, 'kept');
        await write(tx, 'kept too');
        expect(await written()).toEqual([]);
      });
      const broken = (keys: string[]) =>
        db.transaction().execute(async (tx) => {
          for (const key of keys) await write(tx, key);
          throw new Error('after all');
        });
      await expect(broken(['one'])).rejects.toThrow('after all');
      await expect(broken([])).rejects.toThrow('after all');
      await expect(broken(['two', 'kept'])).rejects.toThrow('duplicate key');
      // The very first statement fails.
      await expect(broken(['kept', 'three'])).rejects.toThrow('duplicate key');
      await expect(db.transaction().execute((tx) => sql`select no_such_column`.execute(tx))).rejects.toThrow(
        'no_such_column',
      );
      expect(await db.transaction().execute(async () => 'nothing at all')).toBe('nothing at all');
      expect(await db.transaction().execute((tx) => sql`select 1 as n`.execute(tx))).toMatchObject({
        rows: [{ n: 1 }],
      });
      await write(db, 'outside');
      expect(await written()).toEqual(['kept', 'kept too', 'outside']);
    } finally {
      await close();
      await drop();
    }
  });

  it('PostgreSQL transactions that deadlock are repeated', async () => {
    const { url, drop } = await freshDatabase(process.env.TEST_DATABASE_URL!);
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: url });
    try {
      for (const name of ['one', 'two']) await initSetting(db, name, '');
      const bothLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let runs = 0;
      const append = (letter: number, ...names: string[]) =>
        db.transaction().execute(async (tx) => {
          runs++;
          for (const [i, name] of names.entries()) {
            await sql`update setting set value = value || ${String(letter)} where name = ${name}`.execute(tx);
            if (i > 0) continue;
            bothLocked[letter]!.resolve();
            await Promise.all(bothLocked.map(({ promise }) => promise));
          }
        });
      await Promise.all([append(0, 'one', 'two'), append(1, 'two', 'one')]);
      expect(runs).toBe(3);
      for (const name of ['one', 'two'])
        expect([...(await getSetting(db, name))!].sort()).toEqual(['0', '1']);
    } finally {
      await close();
      await drop();
    }
  });

  it('a transaction on a frozen PostgreSQL fails, and its connection is not used again', async () => {
    const { url, drop } = await freshDatabase(process.env.TEST_DATABASE_URL!);
    const engine = openPostgres(url, { connections: 1, timeouts: { query_timeout: 500 } });
    const db = new Kysely<Schema>({ dialect: engine.dialect });
    try {
      const stuck = db.transaction().execute((tx) => sql`select pg_sleep(30)`.execute(tx));
      await expect(stuck).rejects.toThrow('Query read timeout');
      // The next caller does not wait for the lost answer.
      await sql`select 1`.execute(db);
    } finally {
      await db.destroy();
      await drop();
    }
  });

  it('only running queries fail when PostgreSQL terminates connections', async () => {
    const { url, drop } = await freshDatabase(process.env.TEST_DATABASE_URL!);
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: url });
    try {
      const terminate = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      for (let round = 0; round < 10; round++) {
        const running = Array.from({ length: 8 }, (_, i) =>
          db.transaction().execute(async (tx) => {
            if (i % 2 === 0) await sql`select pg_sleep(30)`.execute(tx);
            // No query of a client that is checked out but idle can report that it was lost.
            else await new Promise((resolve) => setTimeout(resolve, 100));
            await sql`select 1`.execute(tx);
          }),
        );
        const outcomes = Promise.allSettled(running);
        await expect
          .poll(async () => {
            const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
              where datname = current_database() and query like '%pg_sleep%' and state = 'active'
              and pid <> pg_backend_pid()`.execute(db);
            return rows[0]!.n;
          })
          .toBe(4);
        await terminate.execute(db);
        expect((await outcomes).filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(
          4,
        );
        expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
      }
    } finally {
      await close();
      await drop();
    }
  }, 60_000);

  it('PostgreSQL statements, locks and idle transactions time out', async () => {
    const { url, drop } = await freshDatabase(process.env.TEST_DATABASE_URL!);
    const database = await openDatabase({ dataDir: folder, databaseUrl: url });
    const limited = async (timeouts: object) => {
      const engine = openPostgres(url, { timeouts });
      return new Kysely<Schema>({ dialect: engine.dialect });
    };
    const [statement, lock, idle] = await Promise.all([
      limited({ statement_timeout: 100 }),
      limited({ lock_timeout: 100 }),
      limited({ idle_in_transaction_session_timeout: 100 }),
    ]);
    try {
      await initSetting(database.db, 'locked', 'x');
      await expect(sql`select pg_sleep(30)`.execute(statement)).rejects.toThrow('statement timeout');
      const touch = (tx: Db | Tx) =>
        tx.updateTable('setting').set({ value: 'y' }).where('name', '=', 'locked').execute();
      await database.db.transaction().execute(async (tx) => {
        await touch(tx);
        await expect(touch(lock)).rejects.toThrow('lock timeout');
      });
      const sleeping = idle.transaction().execute(async (tx) => {
        await touch(tx);
        await expect.poll(() => touch(database.db).then(() => 'free'), { timeout: 20_000 }).toBe('free');
        await touch(tx);
      });
      await expect(sleeping).rejects.toThrow();
      await touch(idle);
    } finally {
      await Promise.all([statement, lock, idle].map((db) => db.destroy()));
      await database.close();
      await drop();
    }
  }, 60_000);
}

async function appliedMigrations(db: Database['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
