import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { bundleProcesses, bundleWorkers } from '../build.ts';
import { migrate } from '../platform/db/database.ts';
import { openSqlite } from '../platform/db/sqlite/sqlite.ts';

/** The processes that tests start often. A bundle starts in a quarter of the time that its sources take. */
const SCRIPTS = [
  'testing/api-server.ts',
  'features/credits/testing/spender.ts',
  'features/payments/testing/fulfiller.ts',
  'cli.ts',
];

const server = path.join(import.meta.dirname, '..');

/** Vitest's global setup: a folder for this run, with a migrated database and the bundled workers. @returns its teardown. */
export default async function setup(project: TestProject): Promise<() => void> {
  const cache = path.join(server, '../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'test-bundles-'));
  process.env.TEST_BUNDLES = folder;
  process.env.TEST_SQLITE_TEMPLATE = await prepareSqlite(folder);
  await bundleWorkers(folder, 'warn');
  project.onTestsRerun(() => bundleWorkers(folder, 'warn'));
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Bundles the processes once in each run, for the first test that needs one.
 * @param script one of SCRIPTS.
 * @returns the bundle's path.
 */
export async function bundled(script: string): Promise<string> {
  const folder = process.env.TEST_BUNDLES!;
  const ready = path.join(folder, 'ready');
  try {
    await mkdir(path.join(folder, 'begun'));
    const scripts = SCRIPTS.map((one) => path.join(server, one));
    await bundleProcesses(scripts, folder, 'warn').finally(() => writeFile(ready, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    while (!(await exists(ready))) await sleep(50);
  }
  return path.join(folder, `${path.basename(script, '.ts')}.js`);
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Migrates a database that tests start with, which is faster than migrating one each time. @returns its file. */
async function prepareSqlite(folder: string): Promise<string> {
  const migrated = path.join(folder, 'migrated');
  const file = path.join(folder, 'empty.db');
  const database = await migrate(openSqlite(migrated, { exclusive: false }));
  // Without WAL, which a database in memory does not have.
  await sql`vacuum into ${sql.lit(file)}`.execute(database.db);
  await database.close();
  return file;
}

/**
 * Runs one of the bundled scripts until it has printed this many lines, then kills it.
 * @returns all lines it printed.
 * @throws Error with its stderr if it exits by itself.
 */
export async function runUntilKilled(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  lines: number,
): Promise<string[]> {
  const bundle = await bundled(script);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundle, ...args], { env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => {
      stdout += data;
      if (stdout.split('\n').length > lines) child.kill('SIGKILL');
    });
    child.stderr.on('data', (data) => (stderr += data));
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(stdout.split('\n').slice(0, -1));
      else reject(new Error(`${script} exited by itself: ${stderr}`));
    });
  });
}
