import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Builds the web page and the server if they are missing or older than what they are made of. */
const root = path.join(import.meta.dirname, '..');

// Imported only when needed: production installs have no bundler, and need none when the build is fresh.
if (isStale('web/dist/index.html', ['web', 'contract'])) {
  console.log('Building the web page …');
  const { buildWeb } = await import('../web/build/build.ts');
  await buildWeb('warn');
}
if (isStale('server/dist/main.js', ['server', 'contract', 'music', 'package-lock.json'])) {
  console.log('Building the server …');
  const { buildServer } = await import('../server/build.ts');
  await buildServer('warn');
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
