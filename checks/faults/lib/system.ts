import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAccount } from '../../../server/features/accounts/accounts.ts';
import { beginSession } from '../../../server/features/accounts/login/sessions.ts';
import { grant } from '../../../server/features/credits/credits.ts';
import { personalData } from '../../../server/features.ts';
import { type Database, openDatabase } from '../../../server/platform/db/database.ts';
import { freshDatabase } from '../../../server/testing/databases/fresh-database.ts';
import { freePort, type PostgresCluster } from '../../../server/testing/databases/postgres.ts';

/** Somebody who writes during a fault. */
export interface Member {
  id: string;
  headers: { authorization: string };
}

export interface SystemOptions {
  /** The PostgreSQL server; undefined for the embedded database. */
  postgres?: PostgresCluster | undefined;
  /** A port that leads to it, if not its own. */
  address?: number;
  servers?: number;
  /** The role of each server; both by default. */
  roles?: string[];
  /** Parent of the data folder; by default, the folder of temporary files. */
  parent?: string;
  /** True if the servers' clock can be moved. */
  movableClock?: boolean;
  /** Settings besides the usual ones. */
  settings?: Record<string, string>;
}

/** The product on one database, which this process can read beside it. */
export interface System {
  database: Database;
  /** The data folder. */
  folder: string;
  /** The address of the PostgreSQL database; undefined for the embedded one. */
  databaseUrl: string | undefined;
  members: Member[];
  /** The address of each server; the same after a restart. */
  origins: string[];
  start: (index?: number) => Promise<void>;
  /** Sends a signal to a server and waits until it exits. @returns its exit code; null after SIGKILL. */
  end: (signal: 'SIGKILL' | 'SIGTERM', index?: number) => Promise<number | null>;
  isRunning: (index?: number) => boolean;
  /** Output of the servers, errors included. */
  log: () => string;
  close: () => Promise<void>;
}

const MEMBERS = 8;
/** More than the longest scenario spends: it writes 50,000 times, a tenth of them song requests. */
const CREDITS = 10_000_000;

const root = path.join(import.meta.dirname, '../../..');

export async function openSystem({
  postgres,
  address,
  servers = 1,
  roles = [],
  parent = tmpdir(),
  movableClock = false,
  settings = {},
}: SystemOptions): Promise<System> {
  const folder = mkdtempSync(path.join(parent, 'ovation-faults-'));
  const fresh = postgres && (await freshDatabase(postgres.url));
  const databaseUrl = fresh && withPort(fresh.url, address);
  const database = await openDatabase({ dataDir: folder, databaseUrl }, { exclusive: false });
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => createMember(database)));
  const ports = await Promise.all(Array.from({ length: servers }, freePort));
  const running: (ChildProcess | undefined)[] = [];
  const logs: (() => string)[] = [];

  const start = async (index = 0) => {
    const clock = movableClock ? ['--import', path.join(root, 'checks/faults/lib/shifted-clock.ts')] : [];
    const server = startServer(
      {
        PORT: String(ports[index]),
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl ?? '',
        SHIFTED_CLOCK: movableClock ? '1' : '',
        ROLE: roles[index] ?? '',
        MEDIA_DIR: path.join(folder, 'media'),
        ...settings,
      },
      clock,
    );
    running[index] = server.child;
    logs.push(server.log);
    await server.opened;
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM', index = 0) => {
    const child = running[index];
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = await exited;
    return code as number | null;
  };
  const isRunning = (index = 0) => running[index]?.exitCode === null && running[index].signalCode === null;
  const killAll = () => {
    for (const child of running) child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', killAll);

  for (let index = 0; index < servers; index++) await start(index);
  return {
    database,
    folder,
    databaseUrl,
    members,
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    start,
    end,
    isRunning,
    log: () => logs.map((log) => log()).join(''),
    close: async () => {
      for (const index of running.keys()) await end('SIGTERM', index);
      await database.close();
      await fresh?.drop().catch(() => {});
      process.off('exit', killAll);
      killAll();
    },
  };
}

/** Settings of a server that decide where it is and what it works on, and others. */
export type ServerSettings = Record<'PORT' | 'DATA_DIR' | 'DATABASE_URL', string> & Record<string, string>;

/**
 * Starts a server.
 * @param flags of Node.
 * @returns its process; what resolves when it is open, and rejects if it exits before; and what it has printed.
 */
export function startServer(settings: ServerSettings, flags: string[] = []) {
  const child = spawn(process.execPath, [...flags, 'server/dist/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      DEMO: '0',
      STUDIO: 'manual',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const opened = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        log += chunk;
        if (log.includes('Ovation is open')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`The server exited with code ${code}.\n${log}`)));
  });
  return { child: child as ChildProcess, opened, log: () => log };
}

function withPort(url: string, port: number | undefined): string {
  const changed = new URL(url);
  if (port !== undefined) changed.port = String(port);
  return changed.href;
}

function createMember({ db, engine }: Database): Promise<Member> {
  return db.transaction().execute(async (tx) => {
    const name = randomUUID();
    const input = { name, email: `${name}@faults.example`, password_hash: 'none' };
    const now = Date.now();
    const { id } = await createAccount(tx, { clock: Date.now, personalData }, input, 'platinum');
    const gift = { amount: CREDITS, key: `grant:faults:${id}`, reference: 'faults', subject: null, now };
    await grant(tx, engine, { user_id: id, kind: 'grant', ...gift });
    return { id, headers: { authorization: `Bearer ${await beginSession(tx, id, now)}` } };
  });
}
