import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm run mutate -- FILE…` changes these files in one small way at a time and lists the changes that no test notices
 * (StrykerJS). It runs the fast tests of their folders, or those that are named beside the files. A file of the server
 * takes some minutes. The first run installs two packages, which are no dependencies because only this needs them.
 */
const VERSION = '10.1.1';
const PACKAGES = ['@stryker-mutator/core', '@stryker-mutator/vitest-runner'];
const TEST = /\.test\.tsx?$/;
/** Each change would take minutes. */
const SLOW_TEST = /\.slow\.test\.tsx?$/;

const root = path.join(import.meta.dirname, '..');
const named = process.argv.slice(2);
const mutated = named.filter((file) => !TEST.test(file));
if (mutated.length === 0 || !named.every((file) => existsSync(path.join(root, file)))) {
  console.error('Name files from the root: npm run mutate -- server/features/song-requests/voting/votes.ts');
  process.exit(2);
}

function run(program: string, args: string[], cwd = root): void {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!PACKAGES.every((name) => existsSync(path.join(root, 'node_modules', name))))
  run('npm', ['install', '--no-save', '--ignore-scripts', ...PACKAGES.map((name) => `${name}@${VERSION}`)]);

// In a copy of our own: Stryker's links to node_modules, where contract/ and the others lead back to the original.
const copy = mkdtempSync(path.join(tmpdir(), 'ovation-mutate-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const folders = mutated.map((file) => `${path.dirname(file)}/`);
const isWanted = (file: string) =>
  !TEST.test(file) ||
  (named.length > mutated.length
    ? named.includes(file)
    : !SLOW_TEST.test(file) && folders.some((folder) => file.startsWith(folder)));
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
for (const file of files
  .split('\n')
  .filter((file) => file && existsSync(path.join(root, file)) && isWanted(file)))
  cpSync(path.join(root, file), path.join(copy, file));
mkdirSync(path.join(copy, 'node_modules'));
for (const name of readdirSync(path.join(root, 'node_modules')))
  symlinkSync(
    existsSync(path.join(root, name)) ? `../${name}` : path.join(root, 'node_modules', name),
    path.join(copy, 'node_modules', name),
  );

// A change that makes a test hang should cost seconds, not the long timeouts meant for busy machines.
writeFileSync(
  path.join(copy, 'vitest.mutate.config.ts'),
  `import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

export default mergeConfig(config, { test: { testTimeout: 15_000, expect: { poll: { timeout: 5_000 } } } });
`,
);
const settings = {
  mutate: mutated,
  inPlace: true,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutate.config.ts' },
  // A change runs only the tests that reach its line.
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress'],
  // Stryker rewrites these settings with functions that TypeScript 7 no longer has.
  tsconfigFile: 'none.json',
};
writeFileSync(path.join(copy, 'stryker.json'), JSON.stringify(settings));
run(
  'node',
  [path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', 'stryker.json'],
  copy,
);
