import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installOnDebian } from '../../../tools/debian.ts';

const HOW_TO_GET_IT =
  'No PostgreSQL server was found. Install one (Debian: apt-get install postgresql), or put initdb and postgres on the PATH.';

/** A private PostgreSQL server that lives as long as the tests. */
export interface PostgresCluster {
  url: string;
  /** The data folder. */
  data: string;
  /** Tells whether the server runs. */
  isRunning: () => boolean;
  /** Ends the server: 'fast' as an operator does, 'immediate' as a crash. The data remains. */
  halt: (how: 'fast' | 'immediate') => Promise<void>;
  /** Starts a server that was ended. */
  start: () => Promise<void>;
  /** Ends the server and deletes its data. */
  stop: () => Promise<void>;
}

/** Maximum time until a new cluster answers, ms; generous, for machines that do other things too. */
const PATIENCE_MS = 120_000;

/** Settings that only a power cut needs, off: tests are quicker without. */
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts a PostgreSQL on a free port of this machine.
 * @param durable whether each commit waits for the disk, as it does for an operator; for tests it need not.
 * @param parent where its folder is made; by default, where temporary files are.
 * @param binaries the folder with its programs; by default that of the newest version on this machine.
 * @param copyOf the data folder of a server that is not running; by default the new one is empty.
 * @throws Error that tells how to get PostgreSQL where there is none and it cannot be installed.
 */
export async function startPostgres({
  durable = false,
  parent = tmpdir(),
  settings = {},
  copyOf,
  binaries = findBinaries() ?? (installOnDebian('postgresql') ? findBinaries() : undefined),
}: {
  durable?: boolean;
  parent?: string;
  settings?: Record<string, string>;
  copyOf?: string;
  binaries?: string;
} = {}): Promise<PostgresCluster> {
  if (!binaries) throw new Error(HOW_TO_GET_IT);
  const folder = mkdtempSync(path.join(parent, 'ovation-postgres-'));
  const as = ownAccount();
  if (as) chownSync(folder, as.uid, as.gid);
  const data = path.join(folder, 'data');
  // Keeps the owner, which PostgreSQL checks.
  if (copyOf) execFileSync('cp', ['-a', copyOf, data]);
  else
    execFileSync(
      path.join(binaries, 'initdb'),
      ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const options = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    ...(durable ? {} : CARELESS),
    log_min_messages: 'panic',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  let server: ChildProcess;
  const isRunning = () => server.exitCode === null && server.signalCode === null;
  const start = () => {
    const args = ['-D', data, '-p', String(port), ...options];
    server = spawn(path.join(binaries, 'postgres'), args, { ...as, cwd: folder, stdio: 'ignore' });
    return untilItAnswers(url, server);
  };
  const halt = async (how: 'fast' | 'immediate') => {
    if (!isRunning()) return;
    const ended = once(server, 'exit');
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  const endAtOnce = () => void server.kill('SIGQUIT');
  process.once('exit', endAtOnce);
  const stop = async () => {
    process.off('exit', endAtOnce);
    await halt('fast');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, data, isRunning, halt, start, stop };
}

/** The folder with `initdb` and `postgres`: on the PATH, or the newest of Debian's. */
function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean),
    ...versions.map((version) => path.join(debian, version, 'bin')),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
  );
}

/** PostgreSQL refuses to run as root. Its package makes an account for it; without the package, nobody will do. */
export function ownAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [
    '',
    '65534',
    '65534',
  ];
  return { uid: Number(uid), gid: Number(gid) };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return (address as { port: number }).port;
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`PostgreSQL ended with ${server.exitCode ?? server.signalCode} instead of starting.`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      await client.end().catch(() => {});
      if (Date.now() > end) throw error;
      await sleep(100);
    }
  }
}

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
