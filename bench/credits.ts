import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createAccount } from '../server/features/accounts/accounts.ts';
import { grant, type Spend, spendAll } from '../server/features/credits/credits.ts';
import { personalData } from '../server/personal-data.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { CONNECTIONS, type Rate, takeTurns } from './load.ts';
import { postgresDatabase, temporaryFolder } from './programs.ts';
import { compared, type Line } from './table.ts';

/** Who spends; enough that not everybody waits for one row. */
const PEOPLE = 100;
const RICH = 1_000_000_000;
/** Spends handed over at once where they come in a crowd. */
const CROWD = 50;

/** Spends a second, each kept before the next: ours as votes use them, against the driver alone. */
export async function credits(): Promise<Line[]> {
  return [...(await onSqlite()), ...(await onPostgres())];
}

async function onSqlite(): Promise<Line[]> {
  const dataDir = temporaryFolder();
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  const people = await richPeople(database);
  const theirs = bareSqlite(path.join(dataDir, 'ovation.db'), people);
  const rates = await inTurns({ one: () => oneSpend(database, people), bare: async () => theirs.spend() }, 1);
  theirs.close();
  await database.close();
  return [compared('spends, SQLite', [rates.one!, rates.bare!], 'bare node:sqlite', 0.4)];
}

async function onPostgres(): Promise<Line[]> {
  const fresh = await postgresDatabase();
  const database = await openDatabase({ dataDir: '', databaseUrl: fresh.url });
  const people = await richPeople(database);
  const theirs = barePostgres(fresh.url, people);
  const rates = await inTurns(
    { one: () => oneSpend(database, people), crowd: () => aCrowd(database, people), bare: theirs.spend },
    CONNECTIONS,
  );
  await theirs.close();
  await database.close();
  await fresh.drop();
  return [
    compared('spends, PostgreSQL', [rates.one!, rates.bare!], 'bare pg, one statement', 0.5),
    compared(
      `spends in crowds of ${CROWD}, PostgreSQL`,
      [{ perSecond: rates.crowd!.perSecond * CROWD }, rates.bare!],
      'bare pg, one statement each',
      1,
    ),
  ];
}

/** Each by turns, with so many under way at the same time. */
async function inTurns(
  does: Record<string, () => Promise<unknown>>,
  atOnce: number,
): Promise<Record<string, Rate>> {
  const names = Object.keys(does);
  const rates = await takeTurns(
    names.map((name) => ({ url: name, pid: process.pid })),
    async ({ url }, seconds) => {
      const end = performance.now() + seconds * 1000;
      let done = 0;
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (; performance.now() < end; done++) await does[url]!();
        }),
      );
      return done;
    },
  );
  return Object.fromEntries(names.map((name, i) => [name, rates[i]!]));
}

const anyOf = (people: string[]) => people[Math.floor(Math.random() * people.length)]!;
const vote = (people: string[]): Spend => ({
  user_id: anyOf(people),
  amount: 10,
  kind: 'vote',
  key: `vote:${randomUUID()}`,
  reference: 'a request',
  subject: 'A song',
  now: Date.now(),
});

function oneSpend({ db, engine }: Database, people: string[]) {
  return db.transaction().execute((tx) => spend(tx, engine, vote(people)));
}

function aCrowd({ db, engine }: Database, people: string[]) {
  const wishes = Array.from({ length: CROWD }, () => vote(people));
  return db.transaction().execute((tx) => spendAll(tx, engine, wishes));
}

async function richPeople({ db, engine }: Database): Promise<string[]> {
  const now = Date.now();
  return db.transaction().execute(async (tx) => {
    const people: string[] = [];
    for (let i = 0; i < PEOPLE; i++) {
      const wish = { name: `Person ${i}`, email: `${i}@people.example`, password_hash: 'none' };
      const { id } = await createAccount(
        tx,
        { clock: Date.now, personalData: personalData(null) },
        wish,
        'free',
      );
      const cause = { user_id: id, key: `rich:${id}`, reference: 'bench', subject: null, now };
      await grant(tx, engine, { ...cause, kind: 'grant', amount: RICH });
      people.push(id);
    }
    return people;
  });
}

const COLUMNS = 'id, user_id, kind, amount, balance, key, reference, subject, created_at';

/** The same rows by the built-in driver alone: two prepared statements in a transaction. */
function bareSqlite(file: string, people: string[]) {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')];
  const take = database.prepare(
    'update credits set credits = credits - ?, last_spend = ? where user_id = ? and credits >= ? returning credits',
  );
  const enter = database.prepare(`insert into credit_entry (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return {
    close: () => database.close(),
    spend: () => {
      const { user_id, amount, kind, key, reference, subject, now } = vote(people);
      begin.run();
      const row = take.get(amount, now, user_id, amount) as { credits: number };
      enter.run(randomUUID(), user_id, kind, -amount, row.credits, key, reference, subject, now);
      commit.run();
    },
  };
}

/** The same rows by the driver alone: one prepared statement that is its own transaction. */
function barePostgres(url: string, people: string[]) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  // Its connections may outlive `end` by a moment, and the database is dropped under them.
  pool.on('error', () => {});
  const text = `with taken as (
      update credits set credits = credits - $1, last_spend = $2 where user_id = $3 and credits >= $1 returning credits
    )
    insert into credit_entry (${COLUMNS})
    select $4, $3, $5, -$1::bigint, credits, $6, $7, $8, $2 from taken returning balance`;
  return {
    close: () => pool.end(),
    spend: () => {
      const { user_id, amount, kind, key, reference, subject, now } = vote(people);
      const values = [amount, now, user_id, randomUUID(), kind, key, reference, subject];
      return pool.query({ name: 'spend', text, values });
    },
  };
}
