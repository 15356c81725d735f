import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freshDatabase } from '../../../server/testing/databases/fresh-database.ts';
import { startPostgres } from '../../../server/testing/databases/postgres.ts';
import { startArguments } from '../../../tools/start-command.ts';

/** A server under test, in its own process. */
export interface Program {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Starts our server on a data folder, without rate limits because all calls come from one address. */
export function ovation(
  dataDir: string,
  databaseUrl = '',
  settings: Record<string, string> = {},
): Promise<Program> {
  return started(startArguments, {
    NODE_ENV: 'development',
    DEMO: '0',
    STUDIO: 'manual',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...settings,
  });
}

/** Starts the minimal handlers of `bare.ts`. */
export function bare(...args: string[]): Promise<Program> {
  return started(['checks/bench/lib/bare.ts', ...args], {});
}

/** Starts the list of `bare-list.mjs`. */
export function bareList(folder: string): Promise<Program> {
  return started(['checks/bench/lib/bare-list.mjs', folder], {});
}

/**
 * Creates an empty database on the PostgreSQL of TEST_DATABASE_URL, or on a new one whose commits are durable, as in
 * production.
 */
export async function postgresDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startPostgres({ durable: true });
  const { url, drop } = await freshDatabase(cluster.url);
  return {
    url,
    drop: async () => {
      await drop();
      await cluster.stop();
    },
  };
}

const running = new Set<ChildProcess>();
const folders: string[] = [];
// One listener for everything, so that a failing benchmark leaves nothing behind and Node sees no listener leak.
process.once('exit', () => {
  for (const child of running) child.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function started(args: string[], settings: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd: path.join(import.meta.dirname, '../../..'),
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [url] = /http:\/\/\S+/.exec(line) ?? [];
      if (url) resolve(url.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`${args[0]} exited with ${code}`)));
  });
  return { url, pid: child.pid!, stop: () => stopped(child) };
}

export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Creates a folder that is removed when the process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-bench-'));
  folders.push(folder);
  return folder;
}
