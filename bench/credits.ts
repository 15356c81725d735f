import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createAccount } from '../server/features/accounts/accounts.ts';
import { grant, type Spend, spendAll } from '../server/features/credits/credits.ts';
import { personalData } from '../server/personal-data.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { CONNECTIONS, type Rate, takeTurns } from './load.ts';
import { postgresDatabase } from './programs.ts';
import { compared, type Line } from './table.ts';

/** Spenders; enough that they rarely wait for the same row. */
const PEOPLE = 100;
const RICH = 1_000_000_000;
/** Spends per transaction. */
const BATCH = 50;

/** Spends per second in batches, as votes are charged, compared with the driver alone. */
export async function credits(): Promise<Line[]> {
  const fresh = await postgresDatabase();
  const database = await openDatabase({ dataDir: '', databaseUrl: fresh.url });
  const people = await richPeople(database);
  const theirs = barePostgres(fresh.url, people);
  const rates = await inTurns({ batch: () => spendBatch(database, people), bare: theirs.spend }, CONNECTIONS);
  await theirs.close();
  await database.close();
  await fresh.drop();
  return [
    compared(
      `spends in batches of ${BATCH}, PostgreSQL`,
      [{ perSecond: rates.batch!.perSecond * BATCH }, rates.bare!],
      'bare pg, one statement each',
      1,
    ),
  ];
}

/** Measures each in turn, with `atOnce` calls in flight. */
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

function spendBatch({ db, engine }: Database, people: string[]) {
  const spends = Array.from({ length: BATCH }, () => vote(people));
  return db.transaction().execute((tx) => spendAll(tx, engine, spends));
}

async function richPeople({ db, engine }: Database): Promise<string[]> {
  const now = Date.now();
  return db.transaction().execute(async (tx) => {
    const people: string[] = [];
    for (let i = 0; i < PEOPLE; i++) {
      const input = { name: `Person ${i}`, email: `${i}@people.example`, password_hash: 'none' };
      const { id } = await createAccount(
        tx,
        { clock: Date.now, personalData: personalData(null) },
        input,
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

/** Writes the same rows with the driver alone: one prepared statement per transaction. */
function barePostgres(url: string, people: string[]) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  // Its connections can outlive `end`, and dropping the database then closes them.
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
