import { execFileSync, spawn } from 'node:child_process';
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
import { createInterface } from 'node:readline';

/**
 * `npm run check:core` shows that the core stands without the extensions: it copies the house, leaves out every folder
 * called `extensions` and the checks of the whole, empties the lists that name extensions, and then type-checks and
 * builds what is left, opens its pages, and runs the fast tests of core. `-- types features` chooses steps;
 * `npm run test:slow` runs the tests of the features only, since everything else passed with the extensions before.
 */
const root = path.join(import.meta.dirname, '..');
const WORKSPACES = ['contract', 'music', 'server', 'web'];

/** Every list that names extensions, as it is when there are none. */
const LISTS: Record<string, string> = {
  'contract/extensions.ts': 'export const extensionEndpoints = [] as const;',
  'contract/extension-pages.ts': `export const extensionPages = {};
export type ExtensionPageData = Record<never, never>;`,
  'server/extensions.ts': 'export const extensions = [] as const;',
  'server/extension-context.ts': `export type ExtensionContext = Record<never, never>;
export type ExtensionSettings = Record<never, never>;`,
  'server/platform/db/tables/extensions.ts': 'export type ExtensionTables = Record<never, never>;',
  'server/testing/extensions.ts': `export const quiet = {};
export const useTestExtensions = (_c: object) => {};`,
  'server/testing/with-extensions.ts': `import { it } from 'vitest';
export const withExtensions = it.skip;`,
  'web/extensions.ts': `export const extensions = {
  pages: {},
  navigation: [] as ('explore' | 'board')[],
  slots: async () => ({}),
};`,
  'web/extension-parts.ts': `import type { ComponentType } from 'react';
import type { AddedView } from './features/publishing/Views.tsx';
export const slots = {};
export const layers: ComponentType[] = [];
export const menu: { href: string; name: import('@lingui/core').MessageDescriptor; icon: ComponentType<{ size?: number }> }[] = [];
export const createViews: AddedView[] = [];
export const intents: Record<string, (client: unknown, input: unknown) => void> = {};`,
  'web/extension-styles.ts': 'export const extensionStyles = {};',
};
/** They only list what goes. */
const GONE = ['web/extension-places.ts'];

const folder = mkdtempSync(path.join(tmpdir(), 'ovation-core-'));
const stop = () => rmSync(folder, { recursive: true, force: true });
process.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

copyCore();
const wanted = process.argv.slice(2);
const chosen = wanted.length > 0 ? wanted : ['types', 'build', 'server', 'tests'];
const steps: [name: string, step: () => unknown][] = [
  ['types', () => run('tsc', '--noEmit')],
  ['build', () => run('node', 'tools/build.ts')],
  ['server', openPages],
  ['tests', () => run('vitest', 'run', 'contract/', 'server/', 'web/')],
  ['features', () => run('vitest', 'run', 'server/features/', 'web/features/')],
];
for (const [name, step] of steps) if (chosen.includes(name)) await step();
console.log('1 passed, 0 failed');

function copyCore(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0')) {
    const isPart =
      WORKSPACES.includes(file.split('/')[0]!) ||
      file.startsWith('tools/') ||
      ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'].includes(file);
    if (!isPart || /(^|\/)extensions\//.test(file) || GONE.includes(file)) continue;
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(folder, file));
  }
  for (const [file, source] of Object.entries(LISTS)) writeFileSync(path.join(folder, file), `${source}\n`);
  // The packages of the house, but the workspaces of the copy.
  const packages = path.join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    const target = path.join(WORKSPACES.includes(name) ? folder : path.join(root, 'node_modules'), name);
    if (name !== '.cache') symlinkSync(target, path.join(packages, name));
  }
}

function run(program: string, ...args: string[]): void {
  console.log(`\n> ${program} ${args.join(' ')}`);
  const PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  execFileSync(program, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH, TEST_SET: 'fast' },
  });
}

/** Starts the built server and opens what a visitor opens first. */
async function openPages(): Promise<void> {
  const env = { ...process.env, PORT: '0', DATA_DIR: path.join(folder, 'data'), NODE_ENV: 'production' };
  const server = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface(server.stdout)) {
      const [origin] = /http:\/\/\S+/.exec(line) ?? [];
      if (!origin) continue;
      for (const url of ['/', '/leaderboard', '/track', '/requests']) {
        const { status } = await fetch(origin + url);
        console.log(`${status} ${url}`);
        if (status !== 200) throw new Error(`${url} is answered with ${status}.`);
      }
      return;
    }
    throw new Error('The server ended before it listened.');
  } finally {
    server.kill();
  }
}
