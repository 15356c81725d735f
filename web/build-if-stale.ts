import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Builds the web page if it is missing or older than its sources. */
const root = import.meta.dirname;
const page = path.join(root, 'dist/index.html');
const sources = [root, path.join(root, '../contract')];

if (!existsSync(page) || statSync(page).mtimeMs < Math.max(...sources.map(newestChange))) {
  console.log('Building the web page …');
  // Imported here because production installs have no bundler, and do not need one when the build is fresh.
  const { buildWeb } = await import('./build.ts');
  await buildWeb('warn');
}

/** @returns the time of the latest change in a folder, epoch milliseconds. */
function newestChange(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true });
  const times = entries
    .filter((entry) => !entry.name.startsWith('dist') && entry.name !== 'node_modules')
    .map((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? newestChange(file) : statSync(file).mtimeMs;
    });
  return Math.max(0, ...times);
}
