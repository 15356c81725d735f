import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkLedger } from '../../server/cli/credits.ts';
import { DEMO_PASSWORD, demoAccounts } from '../../server/extensions/demo/accounts.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { placeFirstRelease } from '../../server/platform/db/testing/first-release.ts';
import { freshDatabase } from '../../server/testing/databases/fresh-database.ts';
import { freePort, type PostgresCluster } from '../../server/testing/databases/postgres.ts';
import { delay, type Result, waitFor } from './lib/scenario.ts';
import { type ServerSettings, startServer } from './lib/system.ts';

type Place = Parameters<typeof placeFirstRelease>[0];

/** State of a database, and what a server that starts on it must then have. */
interface Beginning {
  settings: Record<string, string>;
  place: typeof placeFirstRelease;
  /** @returns one sentence for each thing that is missing. */
  check: (origin: string, database: Place) => Promise<string[]>;
}

const firstStart: Beginning = {
  settings: { DEMO: '1' },
  place: async () => {},
  check: async (origin) => {
    const missing: string[] = [];
    for (const { email } of demoAccounts)
      if (!(await waitFor(() => logIn(origin, email)))) missing.push(`${email} cannot log in`);
    return missing;
  },
};

/** Rows that the first release left. */
const ROWS = [
  ['user', 3],
  ['track', 2],
  ['song_request', 2],
  ['vote', 3],
  ['playlist', 1],
] as const;
const LISTS = ['/readyz', '/track', '/requests', '/requests/board', '/explore'];

const upgrade: Beginning = {
  settings: { DEMO: '0' },
  place: placeFirstRelease,
  check: async (origin, database) => {
    const broken: string[] = [];
    for (const list of LISTS) {
      const { status } = await fetch(origin + list);
      if (status !== 200) broken.push(`${list} is answered with ${status}`);
    }
    const { db, close } = await openDatabase(database, { exclusive: false });
    for (const [table, count] of ROWS) {
      const { length } = await db.selectFrom(table).select('id').execute();
      if (length !== count) broken.push(`there are ${length} rows of ${table} instead of ${count}`);
    }
    const { findings } = await checkLedger(db);
    broken.push(...findings.map(({ name }) => `the ledger is wrong: ${name}`));
    await close();
    return broken;
  },
};

const SIGNALS = ['SIGKILL', 'SIGINT', 'SIGTERM'] as const;

/** Ends a server at a random moment of its first start and of an upgrade, and then starts it again. */
export async function endAtStart(
  cluster: PostgresCluster | undefined,
  { short }: { short: boolean },
): Promise<Result> {
  const rounds = short ? 4 : 50;
  const broken: string[] = [];
  let interrupted = 0;
  /** Duration of a start here, ms. */
  let start = 1000;
  for (let round = 0; round < rounds; round++)
    for (const beginning of [firstStart, upgrade]) {
      const signal = SIGNALS[round % SIGNALS.length]!;
      const result = await endOnce(beginning, signal, Math.random() * start * (cluster ? 1 : 0.3), cluster);
      if (result.interrupted) interrupted++;
      start = result.startMs;
      broken.push(...result.broken.map((sentence) => `after ${signal}: ${sentence}`));
    }
  return { what: `${interrupted} of ${2 * rounds} starts were interrupted`, broken };
}

async function endOnce(
  { settings, place, check }: Beginning,
  signal: (typeof SIGNALS)[number],
  afterMs: number,
  cluster: PostgresCluster | undefined,
) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ovation-start-'));
  const fresh = cluster && (await freshDatabase(cluster.url));
  const database: Place = { databaseUrl: fresh?.url, dataDir };
  const port = await freePort();
  const env: ServerSettings = {
    ...{ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: fresh?.url ?? '' },
    ...settings,
  };
  try {
    await place(database);
    const first = startServer(env);
    first.opened.catch(() => {});
    const exited = once(first.child, 'exit');
    // Before it locks its folder, a server has changed nothing.
    if (!cluster) await waitFor(() => existsSync(path.join(dataDir, 'server.lock')));
    await delay(afterMs);
    const interrupted = !first.log().includes('Ovation is open');
    first.child.kill(signal);
    await exited;

    const startedAt = performance.now();
    const second = startServer(env);
    const ended = once(second.child, 'exit');
    try {
      await second.opened;
      const startMs = performance.now() - startedAt;
      return { interrupted, startMs, broken: await check(`http://127.0.0.1:${port}`, database) };
    } catch (error) {
      return { interrupted, startMs: 1000, broken: [(error as Error).message] };
    } finally {
      second.child.kill('SIGKILL');
      await ended;
    }
  } finally {
    await fresh?.drop();
    // A worker of a server that was killed may still write.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function logIn(origin: string, email: string): Promise<boolean> {
  const { status } = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return status === 200;
}
