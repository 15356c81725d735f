import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import {
  type PostgresCluster,
  startPostgres,
  startStandby,
} from '../../server/testing/databases/postgres.ts';
import { submitRequests } from './lib/requests.ts';
import { brokenForClients, delay, describe, type Result, waitFor } from './lib/scenario.ts';
import { openSystem } from './lib/system.ts';
import { verifyWrites } from './lib/verify.ts';
import { startWriters } from './lib/writers.ts';

/**
 * The primary crashes under load and its standby takes over, behind the same address. Replication is synchronous, so
 * nothing that was acknowledged may be missing.
 */
export async function promoteStandby({ short }: { short: boolean }): Promise<Result> {
  const primary = await startPostgres({ durable: true });
  const standby = await startStandby(primary);
  const address = await startAddress(primary);
  const system = await openSystem({ postgres: primary, address: address.port });
  try {
    await query(primary, `alter system set synchronous_standby_names = '*'`);
    await query(primary, 'select pg_reload_conf()');
    const requests = await submitRequests(system, 6);
    const writers = startWriters(system, requests);
    await delay(short ? 1000 : 5000);
    await primary.halt('immediate');
    const before = writers.outcome.acknowledged.length;
    await query(standby, 'select pg_promote()');
    address.pointTo(standby);
    const recovered = await waitFor(() => writers.outcome.acknowledged.length > before + 10);
    const outcome = await writers.stop();
    const broken = [...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged))];
    if (!recovered) broken.push('no write succeeded after the promotion');
    return { what: describe(outcome), broken };
  } finally {
    await system.close();
    address.stop();
    await standby.stop();
    await primary.stop();
  }
}

async function query({ url }: PostgresCluster, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** An address that stays while the server behind it changes, as a proxy or a virtual one does. */
async function startAddress(cluster: PostgresCluster) {
  let target = new URL(cluster.url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    pointTo: (other: PostgresCluster) => {
      target = new URL(other.url);
      for (const socket of sockets) socket.destroy();
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
