import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Failures and their reasons, a line each, where the runner tells it. */
  failures?: string[];
}

export const root = path.join(import.meta.dirname, '..');
/** A folder for reports; it is deleted at the end. */
export const reports = mkdtempSync(path.join(tmpdir(), 'ovation-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** Runs test files, all by default. @param name of its report. */
export async function runVitest(
  name: string,
  filters: string[],
  env: Record<string, string>,
): Promise<Count> {
  const report = path.join(reports, `${name}.json`);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest', ['run', ...options, ...filters], env);
  const result = readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: {
      name: string;
      status: string;
      assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
    }[];
  }>(report);
  if (!result) return { passed: 0, failed: 1, skipped: 0 };
  // A file that could not be loaded has failed although none of its tests has.
  const notLoaded: string[] = [];
  const failures = result.testResults.flatMap((file) => {
    const name = path.relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0) notLoaded.push(`${name} could not be loaded`);
    return failed.map(({ fullName, failureMessages }) =>
      failureLine(`${name}: ${fullName}`, failureMessages?.[0]),
    );
  });
  return withExitCode(
    {
      passed: result.numPassedTests,
      failed: result.numFailedTests + notLoaded.length,
      skipped: result.numPendingTests + result.numTodoTests,
      failures: [...failures, ...notLoaded],
    },
    code,
  );
}

/** The name of a test that failed, with the beginning of its error in the same line. */
export function failureLine(name: string, error = ''): string {
  const reason = stripVTControlCharacters(error).replaceAll(/\s+/g, ' ').trim().slice(0, 240);
  return reason ? `${name} (${reason})` : name;
}

/** A run that exits with an error has failed, even if each of its tests passed. */
export function withExitCode(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

export function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

/** Runs a program from this project's packages. @returns its exit code. */
export function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  console.log(`\n> ${program} ${args.join(' ')}`);
  const PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
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
