import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import { whileWriting } from '../faults/connections.ts';
import { submitRequests } from '../faults/requests.ts';
import { delay } from '../faults/scenario.ts';
import { shareDatabase, shareEvents } from '../faults/servers.ts';
import { openSystem, type System } from '../faults/system.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { freshDatabase } from '../server/testing/fresh-database.ts';
import { type Nats, startNats } from '../server/testing/nats.ts';
import { type PostgresCluster, startPostgres } from '../server/testing/postgres.ts';
import { findProgram, type Part, type Proof, type Stage } from './part.ts';
import { type Pooler, startPooler, through } from './pgbouncer.ts';

/** Servers that reach PostgreSQL through a pooler in transaction mode, and each other through NATS. */
export const part: Part = {
  name: 'NATS',
  programs: { 'nats-server': 'nats-server', pgbouncer: 'pgbouncer' },
  run,
};

/** Longer than a server waits for an answer of the broker, ms. */
const FROZEN_MS = 7000;
/** Longer than a server waits between two attempts to connect, ms. */
const BACK_MS = 10_000;

async function run({ folder, short }: Stage): Promise<Proof> {
  const [version] = /[\d.]+/.exec(
    execFileSync(findProgram('nats-server')!, ['--version'], { encoding: 'utf8' }),
  )!;
  const cluster = await startPostgres();
  const pooler = await startPooler(folder, cluster, 'transaction');
  const nats = await startNats();
  const system = await openSystem({
    postgres: cluster,
    address: pooler.port,
    servers: 2,
    settings: { NATS_URL: nats.url, LOG_LEVEL: 'warn', LOG_FORMAT: 'json' },
  });
  const together = await startTogether(folder, cluster, pooler, nats);
  const events = async (request: string, when: string) => {
    await delay(BACK_MS);
    return (await shareEvents(system, request)).map((sentence) => `${sentence}, ${when}`);
  };
  try {
    const requests = await submitRequests(system, 6);
    const shared = await shareDatabase({ system, requests, short });
    const broken = [...together, ...shared.broken];
    const rounds = short ? 1 : 10;
    const interrupted = await whileWriting({ system, requests, cluster }, async () => {
      for (let round = 0; round < rounds; round++) {
        await nats.kill();
        await delay(1000);
        await nats.start();
        await delay(3000);
        nats.pause();
        await delay(FROZEN_MS);
        broken.push(...(await readiness(system, 'a frozen broker')));
        nats.resume();
        await delay(1000);
      }
      return `NATS killed and frozen ${rounds} times`;
    });
    broken.push(...interrupted.broken, ...(await events(requests[2]!, 'after that')));
    broken.push(
      ...(await withoutBroker(system, nats)),
      ...(await events(requests[3]!, 'started without NATS')),
    );
    return {
      version,
      proved: [
        'five servers that start at once in transaction mode migrate once, and leave no lock behind',
        `PgBouncer in transaction mode: ${shared.what}`,
        interrupted.what,
        'servers start without NATS, are ready, and share events once it is there',
      ],
      broken,
    };
  } finally {
    await system.close();
    await pooler.daemon.end();
    await nats.kill();
    await cluster.stop();
  }
}

/** A lock of a session would stay with a connection of the pooler. */
async function startTogether(
  dataDir: string,
  cluster: PostgresCluster,
  pooler: Pooler,
  nats: Nats,
): Promise<string[]> {
  const fresh = await freshDatabase(cluster.url);
  const settings = { dataDir, databaseUrl: through(pooler, fresh), natsUrl: nats.url };
  const five = await Promise.all(Array.from({ length: 5 }, () => openDatabase(settings)));
  const { rows } = await sql`select pid from pg_locks where locktype = 'advisory'`.execute(five[0]!.db);
  await Promise.all(five.map((one) => one.close()));
  await fresh.drop();
  return rows.length > 0 ? [`${rows.length} locks stayed after five servers had started`] : [];
}

/** Restarts the servers while there is no broker, which each of them logs once. */
async function withoutBroker(system: System, nats: Nats): Promise<string[]> {
  await nats.kill();
  const servers = [...system.origins.keys()];
  for (const index of servers) await system.end('SIGTERM', index);
  const before = system.log().length;
  for (const index of servers) await system.start(index);
  await delay(BACK_MS);
  const broken = await readiness(system, 'no broker');
  const times = system.log().slice(before).split('the event broker is away').length - 1;
  if (times !== servers.length)
    broken.push(`${servers.length} servers logged ${times} times that NATS is away`);
  await nats.start();
  return broken;
}

async function readiness({ origins }: System, where: string): Promise<string[]> {
  const answers = await Promise.all(origins.map((origin) => fetch(`${origin}/readyz`)));
  return answers.every(({ ok }) => ok) ? [] : [`a server with ${where} was not ready`];
}
