import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm run mutate -- FILE…` changes these files in one small way at a time and lists the changes that no test notices
 * (StrykerJS). Some ten minutes for a file of the server: all tests that reach it run once, and each change those that
 * reach its line. The first run installs two packages, which are no dependencies because only this needs them.
 */
const VERSION = '10.1.1';
const PACKAGES = ['@stryker-mutator/core', '@stryker-mutator/vitest-runner'];

const root = path.join(import.meta.dirname, '..');
const files = process.argv.slice(2);
if (files.length === 0 || !files.every((file) => existsSync(path.join(root, file)))) {
  console.error('Name files from the root: npm run mutate -- server/features/song-requests/votes.ts');
  process.exit(2);
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!PACKAGES.every((name) => existsSync(path.join(root, 'node_modules', name))))
  run('npm', 'install', '--no-save', '--ignore-scripts', ...PACKAGES.map((name) => `${name}@${VERSION}`));

const folder = mkdtempSync(path.join(tmpdir(), 'ovation-mutate-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const settings = {
  mutate: files,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // A change runs only the tests that reach its line.
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 60_000,
  reporters: ['clear-text', 'progress'],
  tempDirName: path.join(folder, 'copy'),
  // Stryker rewrites these settings with functions that TypeScript 7 no longer has.
  tsconfigFile: 'none.json',
};
const config = path.join(folder, 'stryker.json');
writeFileSync(config, JSON.stringify(settings));
run(path.join(root, 'node_modules/.bin/stryker'), 'run', config);
