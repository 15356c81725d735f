import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startPostgres } from '../server/testing/postgres.ts';
import { freshDatabase } from '../server/testing/server.ts';

/** A program that a bench asks; it lives in a process of its own. */
export interface Program {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Our server on a data folder; as in production, but without limits, since one caller does all the asking. */
export function ovation(dataDir: string, databaseUrl = ''): Promise<Program> {
  return started(['tools/run.cjs', 'server/main.ts'], {
    NODE_ENV: 'development',
    DEMO: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  });
}

/** The bare handlers of `bare.ts`. */
export function bare(...words: string[]): Promise<Program> {
  return started(['bench/bare.ts', ...words], {});
}

/**
 * An empty database on the PostgreSQL of TEST_DATABASE_URL, or on one of its own, whose commits wait for the disk as
 * an operator's do.
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
// A benchmark that fails leaves nothing behind.
process.once('exit', () => {
  for (const child of running) child.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function started(words: string[], settings: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, words, {
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [address] = /http:\/\/\S+/.exec(line) ?? [];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`${words[0]} ended with ${code}`)));
  });
  return { url, pid: child.pid!, stop: () => stopped(child) };
}

export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A folder that is removed when the process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-bench-'));
  folders.push(folder);
  return folder;
}
