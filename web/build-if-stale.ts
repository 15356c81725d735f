import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildWeb } from './build.ts';

/** Builds the web page when it is missing or older than what it is made of. */
const root = import.meta.dirname;
const page = path.join(root, 'dist/index.html');

function newest(folder: string): number {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('dist') || entry.name === 'node_modules') continue;
    const file = path.join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(file) : statSync(file).mtimeMs);
  }
  return latest;
}

const sources = [root, path.join(root, '../contract')];
if (!existsSync(page) || statSync(page).mtimeMs < Math.max(...sources.map(newest))) {
  console.log('Building the web page …');
  await buildWeb('warn');
}
