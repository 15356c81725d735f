import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type PostgresCluster, startPostgres } from './postgres.ts';

/** Starts a streaming standby of a PostgreSQL, which restarts for that. */
export async function startStandby(
  primary: PostgresCluster,
  { durable = true, settings = {} }: { durable?: boolean; settings?: Record<string, string> } = {},
): Promise<PostgresCluster> {
  const { hostname, port, username } = new URL(primary.url);
  await primary.halt('fast');
  const signal = path.join(primary.data, 'standby.signal');
  writeFileSync(signal, '');
  const standby = await startPostgres({
    durable,
    copyOf: primary.data,
    settings: { ...settings, primary_conninfo: `host=${hostname} port=${port} user=${username}` },
  });
  rmSync(signal);
  await primary.start();
  return standby;
}
