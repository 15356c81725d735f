import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm test` runs every check and ends in one line: `N passed, N failed`, and `, N skipped` where something
 * could not run. `npm run test:postgres` runs the server's tests on PostgreSQL. A skip fails where CI=true.
 */

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const root = import.meta.dirname;
const reports = mkdtempSync(path.join(tmpdir(), 'ovation-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
// A signal ends this process by way of `exit`, so that what hangs on it (PostgreSQL, the reports) is cleared away.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const wanting: string[] = [];
for (const step of process.argv[2] === 'postgres' ? [onPostgres] : [style, types, build, units, journeys]) {
  const count = await step();
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
  if (count.failed > 0) wanting.push(`${step.name}: ${count.failed} failed`);
  if (count.skipped > 0) wanting.push(`${step.name}: ${count.skipped} skipped`);
}
if (wanting.length > 0) console.log(`\n${wanting.join('\n')}`);
const { passed, failed, skipped } = total;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || (skipped > 0 && process.env.CI === 'true') ? 1 : 0;

async function style(): Promise<Count> {
  return asOne(await run('biome', ['check', '.']));
}

async function types(): Promise<Count> {
  return asOne(await run('tsc', ['--noEmit']));
}

/** The journeys and the bounds on the page's weight need the built page. */
async function build(): Promise<Count> {
  if (!existsSync(path.join(root, 'web/vite.config.ts'))) return cannotRun('The web page is not there yet.');
  return asOne(await run('node', ['web/build.ts']));
}

async function units(): Promise<Count> {
  return vitest('units', [], {});
}

async function journeys(): Promise<Count> {
  // Loaded late: without its packages the rest still runs.
  const { findChromium } = await import('./e2e/find-browser.ts');
  let browser: string;
  try {
    browser = findChromium();
  } catch (error) {
    return cannotRun((error as Error).message);
  }
  const report = path.join(reports, 'journeys.json');
  const code = await run('playwright', ['test', '-c', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const told = readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  }>(report);
  if (!told) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = told.stats;
  return agreeing({ passed: expected, failed: unexpected + flaky + told.errors.length, skipped }, code);
}

async function onPostgres(): Promise<Count> {
  const { startPostgres } = await import('./server/testing/postgres.ts');
  let cluster: Awaited<ReturnType<typeof startPostgres>>;
  try {
    cluster = await startPostgres();
  } catch (error) {
    return cannotRun((error as Error).message);
  }
  try {
    return await vitest('postgres', [path.join(root, 'server/')], {
      TEST_DATABASE_URL: cluster.url,
    });
  } finally {
    await cluster.stop();
  }
}

async function vitest(name: string, words: string[], env: Record<string, string>): Promise<Count> {
  const report = path.join(reports, `${name}.json`);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest', ['run', ...options, ...words], env);
  const told = readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: { status: string }[] }[];
  }>(report);
  if (!told) return { passed: 0, failed: 1, skipped: 0 };
  // A file that could not even be loaded has failed, though none of its tests has.
  const unloaded = told.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  ).length;
  return agreeing(
    {
      passed: told.numPassedTests,
      failed: told.numFailedTests + unloaded,
      skipped: told.numPendingTests + told.numTodoTests,
    },
    code,
  );
}

/** A run that ended badly has failed, even where each of its tests passed. */
function agreeing(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function asOne(code: number): Count {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function cannotRun(why: string): Count {
  console.log(`\n!! SKIPPED: ${why}\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

/** Runs a program of this project's own; its exit code comes back. */
function run(program: string, words: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n> ${program} ${words.join(' ')}`);
  const PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: root,
      env: { ...process.env, ...env, PATH },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
