import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const HOW_TO_GET_IT =
  'No PostgreSQL server was found. Install one (Debian: apt-get install postgresql), or put initdb and postgres on the PATH.';

/** A private PostgreSQL server that lives as long as the tests. */
export interface PostgresCluster {
  url: string;
  stop: () => Promise<void>;
}

/** How long a new cluster may take until it answers, ms; generous, for machines that do other things too. */
const PATIENCE_MS = 120_000;

/** What only a power cut needs, off: tests are quicker without. */
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts an empty PostgreSQL on a free port of this machine, in a temporary folder.
 * @param durable whether each commit waits for the disk, as it does for an operator; for tests it need not.
 * @throws Error that tells how to get PostgreSQL where there is none and it cannot be installed.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresCluster> {
  const binaries = findBinaries() ?? (installOnDebian() ? findBinaries() : undefined);
  if (!binaries) throw new Error(HOW_TO_GET_IT);
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-postgres-'));
  const as = ownAccount();
  if (as) chownSync(folder, as.uid, as.gid);
  const data = path.join(folder, 'data');
  execFileSync(
    path.join(binaries, 'initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    ...(durable ? {} : CARELESS),
    log_min_messages: 'panic',
  };
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    { ...as, cwd: folder, stdio: 'ignore' },
  );
  const endAtOnce = () => server.kill('SIGQUIT');
  process.once('exit', endAtOnce);
  const stop = async () => {
    process.off('exit', endAtOnce);
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await untilItAnswers(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
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

function installOnDebian(): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  console.log('Installing PostgreSQL for the tests (apt-get install postgresql) …');
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  return apt('update') && apt('install', '-y', 'postgresql');
}

/** PostgreSQL refuses to run as root; its package makes an account for it. */
function ownAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (what: '-u' | '-g') => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
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
