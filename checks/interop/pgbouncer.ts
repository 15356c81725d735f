import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../server/platform/db/database.ts';
import {
  freePort,
  ownAccount,
  type PostgresCluster,
  startPostgres,
} from '../../server/testing/databases/postgres.ts';
import { whileWriting } from '../faults/lib/connections.ts';
import { submitRequests } from '../faults/lib/requests.ts';
import { delay } from '../faults/lib/scenario.ts';
import { shareDatabase, shareEvents } from '../faults/lib/servers.ts';
import { openSystem } from '../faults/lib/system.ts';
import { type Daemon, findProgram, type Part, type Proof, type Stage, startDaemon } from './part.ts';
import { runServerTests } from './server-tests.ts';

/** Two servers, and the tests, on a PostgreSQL that they reach through a pooler. */
export const part: Part = { name: 'PgBouncer', programs: { pgbouncer: 'pgbouncer' }, run };

async function run({ folder, short }: Stage): Promise<Proof> {
  const [version] = /[\d.]+/.exec(
    execFileSync(findProgram('pgbouncer')!, ['--version'], { encoding: 'utf8' }),
  )!;
  const cluster = await startPostgres();
  try {
    const proofs = [
      await refuseTransactionMode(folder, cluster),
      await survive(folder, cluster, short),
      await passTests(folder, cluster, short),
    ];
    return {
      version,
      proved: proofs.flatMap(({ proved }) => proved),
      broken: proofs.flatMap(({ broken }) => broken),
    };
  } finally {
    await cluster.stop();
  }
}

type Found = Pick<Proof, 'proved' | 'broken'>;

export interface Pooler {
  port: number;
  daemon: Daemon;
  /** Starts it again on the same port. */
  restart: () => Promise<void>;
}

export async function startPooler(folder: string, cluster: PostgresCluster, mode: string): Promise<Pooler> {
  const port = await freePort();
  const config = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'users.txt');
  writeFileSync(users, '"postgres" ""\n');
  const settings = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '' },
    ...{ auth_type: 'trust', auth_file: users, pool_mode: mode },
    // For each database: two servers with 21 connections, and this process.
    ...{ default_pool_size: 80, max_client_conn: 1000 },
    // Each test leaves a database behind.
    server_idle_timeout: 10,
  };
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${new URL(cluster.url).port}`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  );
  const account = ownAccount();
  const start = () => startDaemon(['pgbouncer', config], port, { cwd: folder, ...(account && { account }) });
  const pooler: Pooler = {
    port,
    daemon: await start(),
    restart: async () => {
      pooler.daemon = await start();
    },
  };
  return pooler;
}

/** In transaction mode notifications get lost. */
async function refuseTransactionMode(folder: string, cluster: PostgresCluster): Promise<Found> {
  const pooler = await startPooler(folder, cluster, 'transaction');
  try {
    const database = await openDatabase({ dataDir: folder, databaseUrl: through(pooler, cluster) });
    await database.close();
    return { proved: [], broken: ['a server uses a pooler in transaction mode'] };
  } catch (error) {
    if (!(error as Error).message.includes('is a connection pooler in transaction mode')) throw error;
    return { proved: ['transaction mode is refused at start'], broken: [] };
  } finally {
    await pooler.daemon.end();
  }
}

/** The address of a cluster's database through a pooler. */
export function through({ port }: Pooler, { url }: Pick<PostgresCluster, 'url'>): string {
  const pooled = new URL(url);
  pooled.port = String(port);
  return pooled.href;
}

/** Servers share votes, events and grants through the pooler; then it is stopped and killed while clients write. */
async function survive(folder: string, cluster: PostgresCluster, short: boolean): Promise<Found> {
  const pooler = await startPooler(folder, cluster, 'session');
  const system = await openSystem({ postgres: cluster, address: pooler.port, servers: 2 });
  try {
    const requests = await submitRequests(system, 6);
    const shared = await shareDatabase({ system, requests, short });
    const rounds = short ? 1 : 10;
    const restarted = await whileWriting({ system, requests, cluster }, async () => {
      for (let round = 0; round < rounds; round++)
        for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
          await pooler.daemon.end(signal);
          await delay(500);
          await pooler.restart();
          await delay(1000);
        }
      return `pooler ended and killed ${rounds} times`;
    });
    const broken = [...shared.broken, ...restarted.broken];
    broken.push(...(await shareEvents(system, requests[2]!)).map((sentence) => `${sentence}, after that`));
    return { proved: [`session mode: ${shared.what}`, restarted.what, 'events go on after that'], broken };
  } finally {
    await system.close();
    await pooler.daemon.end();
  }
}

async function passTests(folder: string, cluster: PostgresCluster, short: boolean): Promise<Found> {
  const pooler = await startPooler(folder, cluster, 'session');
  try {
    return await runServerTests({ direct: cluster.url, url: through(pooler, cluster), short });
  } finally {
    await pooler.daemon.end();
  }
}
