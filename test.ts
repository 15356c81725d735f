import path from 'node:path';
import {
  type Count,
  failureLine,
  readReport,
  reports,
  root,
  run,
  runVitest,
  withExitCode,
} from './tools/vitest.ts';

/**
 * Runs a set of steps and ends in one line: `N passed, N failed`, and `, N skipped` if something could not run.
 * `npm test` runs the fast set, `npm run test:slow` the rest, `npm run test:all` both; `npm run test:postgres` runs the
 * server's tests on PostgreSQL. With CI=true, a skipped test fails the run.
 */
const FAST = [style, types, build, units, journeys];
const SLOW = [slowUnits, slowJourneys, attacksAndFaults, parts, core, onPostgres];
const SETS: Record<string, (() => Promise<Count>)[]> = {
  fast: FAST,
  slow: SLOW,
  all: [...FAST, ...SLOW],
  postgres: [onPostgres],
};

// Signals end this process through `exit`, so that its handlers stop PostgreSQL and remove the reports.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const problems: string[] = [];
for (const step of SETS[process.argv[2] ?? 'fast']!) {
  const began = performance.now();
  const count = await step();
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
  if (count.failed > 0) problems.push(`${step.name}: ${count.failed} failed`);
  // `.ci/run` repeats these lines at its end, where they are found.
  for (const failure of count.failures ?? []) problems.push(`FAILED ${step.name}: ${failure}`);
  if (count.skipped > 0) problems.push(`${step.name}: ${count.skipped} skipped`);
  console.log(`\n${step.name} took ${Math.round((performance.now() - began) / 1000)} s`);
}
if (problems.length > 0) console.log(`\n${problems.join('\n')}`);
const { passed, failed, skipped } = total;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || (skipped > 0 && process.env.CI === 'true') ? 1 : 0;

async function style(): Promise<Count> {
  return countOnce(await run('biome', ['check', '.']));
}

async function types(): Promise<Count> {
  return countOnce(await run('tsc', ['--noEmit']));
}

/** The journeys need the built page and server, and the limits on the page's weight the page. */
async function build(): Promise<Count> {
  return countOnce(await run('node', ['tools/build.ts']));
}

/** Without `*.slow.test.ts`, and with a tenth of the runs of property tests; see vitest.config.ts. */
async function units(): Promise<Count> {
  return runVitest('units', [], { TEST_SET: 'fast' });
}

/** Runs the tests that `units` left out, and the property tests with all of their runs. */
async function slowUnits(): Promise<Count> {
  return runVitest('slow-units', ['.slow.test.', '/properties.test.'], {});
}

/** A journey for each role and one in Firefox. */
async function journeys(): Promise<Count> {
  return runJourneys('--grep');
}

async function slowJourneys(): Promise<Count> {
  return runJourneys('--grep-invert');
}

/** Runs the journeys that have the tag `@fast`, or those that do not. */
async function runJourneys(filter: '--grep' | '--grep-invert'): Promise<Count> {
  // Imported only now: if Playwright is missing, everything else still runs.
  const { findChromium, findFirefox } = await import('./checks/journeys/find-browser.ts');
  let chromium: string;
  let firefox = '';
  try {
    chromium = findChromium();
  } catch (error) {
    return skip((error as Error).message);
  }
  try {
    firefox = findFirefox();
  } catch {
    // The journeys in Firefox say so and skip themselves.
  }
  const report = path.join(reports, `journeys${filter}.json`);
  const code = await run(
    'playwright',
    ['test', '-c', 'checks/journeys/playwright.config.ts', filter, '@fast'],
    {
      CHROMIUM_PATH: chromium,
      FIREFOX_PATH: firefox,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  );
  const result = readReport<
    {
      stats: { expected: number; unexpected: number; flaky: number; skipped: number };
      errors: unknown[];
    } & Journeys
  >(report);
  if (!result) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = result.stats;
  return withExitCode(
    {
      passed: expected,
      failed: unexpected + flaky + result.errors.length,
      skipped,
      failures: failedJourneys(result),
    },
    code,
  );
}

interface Journeys {
  suites?: (Journeys & {
    title: string;
    specs: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
  })[];
}

function failedJourneys({ suites = [] }: Journeys): string[] {
  return suites.flatMap((suite) => [
    ...suite.specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) =>
        failureLine(`${suite.title}: ${title}`, tests[0]?.results[0]?.error?.message),
      ),
    ...failedJourneys(suite),
  ]);
}

/** At once, because each waits for its servers most of the time. */
async function attacksAndFaults(): Promise<Count> {
  const [a, b] = await Promise.all([attacks(), faults()]);
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** Floods and bad input. */
async function attacks(): Promise<Count> {
  const report = path.join(reports, 'attacks.json');
  const code = await run('node', ['checks/attack/run.ts', '--short', '--report', report]);
  return withExitCode(readReport<Count>(report) ?? { passed: 0, failed: 1, skipped: 0 }, code);
}

/** Kills, stops and locks servers of its own; see checks/faults/. They serve the built page. */
async function faults(): Promise<Count> {
  const report = path.join(reports, 'faults.json');
  const code = await run('node', ['checks/faults/run.ts', '--short', '--report', report]);
  return withExitCode(readReport<Count>(report) ?? { passed: 0, failed: 1, skipped: 0 }, code);
}

/** Programs of others, which the server works with. */
async function parts(): Promise<Count> {
  const report = path.join(reports, 'parts.json');
  const code = await run('node', ['checks/interop/run.ts', '--short', '--report', report]);
  return withExitCode(readReport<Count>(report) ?? { passed: 0, failed: 1, skipped: 0 }, code);
}

/** Core without the extensions: its types, its build, its pages, and the fast tests of its features. */
async function core(): Promise<Count> {
  return countOnce(await run('node', ['tools/check-core.ts', 'types', 'build', 'server', 'features']));
}

async function onPostgres(): Promise<Count> {
  const { startPostgres } = await import('./server/testing/databases/postgres.ts');
  const { migratedTemplate } = await import('./server/testing/databases/template.ts');
  let cluster: Awaited<ReturnType<typeof startPostgres>>;
  try {
    cluster = await startPostgres();
  } catch (error) {
    return skip((error as Error).message);
  }
  try {
    return await runVitest('postgres', [path.join(root, 'server/')], {
      TEST_DATABASE_URL: cluster.url,
      TEST_DATABASE_TEMPLATE: await migratedTemplate(cluster.url),
    });
  } finally {
    await cluster.stop();
  }
}

function countOnce(code: number): Count {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

function skip(reason: string): Count {
  console.log(`\n!! SKIPPED: ${reason}\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}
