import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Builds the web page and the server if they are missing or older than what they are made of; `server`: only that. */
const root = path.join(import.meta.dirname, '..');

const isServerAlone = process.argv[2] === 'server';
// Imported only when needed: production installs have no bundler, and need none when the build is fresh.
try {
  if (!isServerAlone && isStale('web/dist/index.html', ['web', 'contract', 'locales'])) {
    console.error('Building the web page …');
    const { buildWeb } = await import('../web/build/build.ts');
    await buildWeb('warn');
  }
  if (isStale('server/dist/main.js', ['server', 'contract', 'music', 'locales', 'package-lock.json'])) {
    console.error('Building the server …');
    const { buildServer } = await import('../server/build.ts');
    await buildServer('warn');
  }
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('The build is missing or older than its sources, and what builds is not installed: run');
  console.error('npm ci && npm run build && npm ci --omit=dev');
  process.exitCode = 1;
}

function isStale(built: string, sources: string[]): boolean {
  const file = path.join(root, built);
  return !existsSync(file) || statSync(file).mtimeMs < Math.max(...sources.map(newestChange));
}

/** @returns the time of the latest change of a file or in a folder, epoch milliseconds. */
function newestChange(name: string): number {
  const file = path.join(root, name);
  const status = statSync(file);
  if (!status.isDirectory()) return status.mtimeMs;
  const times = readdirSync(file)
    .filter((entry) => !entry.startsWith('dist') && entry !== 'node_modules')
    .map((entry) => newestChange(path.join(name, entry)));
  return Math.max(0, ...times);
}
