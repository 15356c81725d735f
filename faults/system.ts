import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAccount } from '../server/features/accounts/accounts.ts';
import { beginSession } from '../server/features/accounts/sessions.ts';
import { grant } from '../server/features/credits/credits.ts';
import { personalData } from '../server/personal-data.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { freshDatabase } from '../server/testing/server.ts';

/** Somebody who writes during a fault. */
export interface Member {
  id: string;
  headers: { authorization: string };
}

/** The product on one database, which this process can read beside it. */
export interface System {
  database: Database;
  /** The address of the PostgreSQL database; undefined for the embedded one. */
  databaseUrl: string | undefined;
  members: Member[];
  /** The address of each server; the same after a restart. */
  origins: string[];
  start: (index?: number) => Promise<void>;
  /** Sends a signal to a server and waits until it exits. */
  end: (signal: 'SIGKILL' | 'SIGTERM', index?: number) => Promise<void>;
  isRunning: (index?: number) => boolean;
  /** What the servers printed, errors included. */
  log: () => string;
  close: () => Promise<void>;
}

const MEMBERS = 8;
const CREDITS = 100_000;

/** @param postgres the address of a PostgreSQL server; undefined for the embedded database. */
export async function openSystem(postgres?: string, servers = 1): Promise<System> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-faults-'));
  const fresh = postgres ? await freshDatabase(postgres) : undefined;
  const database = await openDatabase({ dataDir: folder, databaseUrl: fresh?.url }, { exclusive: false });
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => createMember(database)));
  const ports = await Promise.all(Array.from({ length: servers }, freePort));
  const running: (ChildProcess | undefined)[] = [];
  let log = '';

  const start = async (index = 0) => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: path.join(import.meta.dirname, '..'),
      env: {
        ...process.env,
        PORT: String(ports[index]),
        DATA_DIR: folder,
        DATABASE_URL: fresh?.url ?? '',
        DEMO: '0',
        STUDIO: 'manual',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running[index] = child;
    const isOpen = new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (chunk) => {
          log += chunk;
          if (String(chunk).includes('Ovation is open')) resolve();
        });
      child.once('exit', (code) => reject(new Error(`The server exited with code ${code}.\n${log}`)));
    });
    await isOpen;
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM', index = 0) => {
    const child = running[index];
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const isRunning = (index = 0) => running[index]?.exitCode === null && running[index].signalCode === null;
  process.once('exit', () => {
    for (const child of running) child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  for (let index = 0; index < servers; index++) await start(index);
  return {
    database,
    databaseUrl: fresh?.url,
    members,
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    start,
    end,
    isRunning,
    log: () => log,
    close: async () => {
      for (const index of running.keys()) await end('SIGTERM', index);
      await database.close();
      await fresh?.drop();
    },
  };
}

function createMember({ db, engine }: Database): Promise<Member> {
  return db.transaction().execute(async (tx) => {
    const name = randomUUID();
    const input = { name, email: `${name}@faults.example`, password_hash: 'none' };
    const now = Date.now();
    const { id } = await createAccount(
      tx,
      { clock: Date.now, personalData: personalData(null) },
      input,
      'platinum',
    );
    const gift = { amount: CREDITS, key: `grant:faults:${id}`, reference: 'faults', subject: null, now };
    await grant(tx, engine, { user_id: id, kind: 'grant', ...gift });
    return { id, headers: { authorization: `Bearer ${await beginSession(tx, id, now)}` } };
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
