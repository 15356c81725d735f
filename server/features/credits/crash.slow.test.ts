import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { personalData } from '../../features.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { runUntilKilled } from '../../testing/bundles.ts';
import { freshDatabase } from '../../testing/databases/fresh-database.ts';
import { folderOfFile } from '../../testing/folders.ts';
import { expectCleanBalances } from '../../testing/ledger.ts';
import { createAccount } from '../accounts/accounts.ts';
import { grant } from './credits.ts';

const KILLS = 16;
/** Two spenders run and are killed in parallel to save time; they share the database, not the balance. */
const SPENDERS = 2;
const RICH = 100_000_000;
/** The number of spends that `spender.ts` runs concurrently. */
const AT_ONCE = 8;

const folder = folderOfFile();
let env: NodeJS.ProcessEnv;
let database: Database;
let drop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  const postgres = process.env.TEST_DATABASE_URL
    ? await freshDatabase(process.env.TEST_DATABASE_URL)
    : undefined;
  drop = postgres?.drop;
  env = { ...process.env, NODE_ENV: 'development', DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '' };
  database = await openDatabase(readConfig(env), { exclusive: false });
});
afterAll(async () => {
  await database.close();
  await drop?.();
});

async function richUser(): Promise<string> {
  const { db, engine } = database;
  return db.transaction().execute(async (tx) => {
    const input = { name: 'Rich', email: `${Math.random()}@people.example`, password_hash: 'none' };
    const { id } = await createAccount(tx, { clock: Date.now, personalData }, input, 'free');
    const cause = { user_id: id, key: `rich:${id}`, reference: 'test', subject: null, now: Date.now() };
    await grant(tx, engine, { ...cause, kind: 'grant', amount: RICH });
    return id;
  });
}

async function killAgainAndAgain(kills: number): Promise<void> {
  const user_id = await richUser();
  const acknowledged = new Set<number>();
  for (let kill = 0; kill < kills; kill++) {
    // Starts with the first spend that was not acknowledged: if it was committed, it must not be charged again.
    let from = 0;
    while (acknowledged.has(from)) from++;
    const said = await runUntilKilled(
      'features/credits/testing/spender.ts',
      [user_id, `${from}`],
      env,
      1 + Math.floor(Math.random() * 40),
    );
    for (const line of said) acknowledged.add(Number(line));

    // One statement, one snapshot: statements of the killed process may still be running.
    const kept = await database.db
      .selectFrom('credits')
      .innerJoin('credit_entry', 'credit_entry.user_id', 'credits.user_id')
      .where('credits.user_id', '=', user_id)
      .where('credit_entry.kind', '=', 'vote')
      .select(['credit_entry.key', 'credits.credits'])
      .execute();
    const numbers = new Set(kept.map(({ key }) => Number(key.split(':').at(-1))));
    expect(numbers.size).toBe(kept.length);
    expect([...acknowledged].filter((n) => !numbers.has(n))).toEqual([]);
    const unsaid = [...numbers].filter((n) => !acknowledged.has(n));
    expect(unsaid.length).toBeLessThanOrEqual(AT_ONCE * (kill + 1));
    expect(kept[0]?.credits ?? RICH).toBe(RICH - 10 * numbers.size);
  }
}

it(`loses and doubles nothing when killed ${KILLS} times with kill -9`, async () => {
  await Promise.all(Array.from({ length: SPENDERS }, () => killAgainAndAgain(KILLS / SPENDERS)));
  await expectCleanBalances(database);
}, 300_000);
