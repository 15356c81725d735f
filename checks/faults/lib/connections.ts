import pg from 'pg';
import type { PostgresCluster } from '../../../server/testing/databases/postgres.ts';
import { brokenForClients, delay, describe, type Result, type Stage, waitFor } from './scenario.ts';
import { verifyWrites } from './verify.ts';
import { startWriters } from './writers.ts';

/** Terminates every database connection of the servers again and again. */
export function terminateConnections(stage: Stage): Promise<Result> {
  return whileWriting(stage, async (cluster) => {
    let terminated = 0;
    const wanted = stage.short ? 200 : 1000;
    await withAdmin(cluster, async (admin) => {
      while (terminated < wanted) {
        await delay(20);
        const { rowCount } = await admin.query(`select pg_terminate_backend(pid) ${OF_SERVERS}`);
        terminated += rowCount ?? 0;
      }
    });
    return `${terminated} connections terminated`;
  });
}

/** Restarts the database politely, and as after a crash. */
export function restartDatabase(stage: Stage): Promise<Result> {
  return whileWriting(stage, async (cluster) => {
    for (const how of ['fast', 'immediate'] as const) {
      await cluster.halt(how);
      await cluster.start();
      await delay(500);
    }
    return 'restarted politely and after a crash';
  });
}

/** Takes the database away for a while. */
export function loseDatabase(stage: Stage): Promise<Result> {
  const seconds = stage.short ? 4 : 20;
  return whileWriting(stage, async (cluster) => {
    await cluster.halt('fast');
    await delay(seconds * 1000);
    await cluster.start();
    return `gone for ${seconds} s`;
  });
}

/** Stops the database's processes for longer than any timeout, without closing a connection. */
export function freezeDatabase(stage: Stage): Promise<Result> {
  return whileWriting(stage, async (cluster) => {
    const pids = await withAdmin(cluster, async (admin) => {
      const { rows } = await admin.query(`select pid ${OF_SERVERS}`);
      return rows.map(({ pid }) => pid as number);
    });
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await delay(25_000);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    return `${pids.length} backends frozen for 25 s`;
  });
}

const OF_SERVERS = `from pg_stat_activity where backend_type = 'client backend'
  and pid <> pg_backend_pid() and datname <> current_database()`;

/** Breaks something while clients write. Afterwards writes must succeed again, without a restart of the server. */
export async function whileWriting(
  { system, requests, cluster }: Pick<Stage, 'system' | 'requests' | 'cluster'>,
  fault: (cluster: PostgresCluster) => Promise<string>,
): Promise<Result> {
  const writers = startWriters(system, requests);
  await delay(500);
  const what = await fault(cluster!);
  const before = writers.outcome.acknowledged.length;
  const recovered = await waitFor(() => writers.outcome.acknowledged.length > before + 10);
  const outcome = await writers.stop();
  const broken = [...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged))];
  if (!system.isRunning()) broken.push('the server exited');
  if (!recovered) broken.push('no write succeeded afterwards');
  return { what: `${what}, ${describe(outcome)}`, broken };
}

async function withAdmin<T>({ url }: PostgresCluster, run: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await run(admin);
  } finally {
    await admin.end();
  }
}
