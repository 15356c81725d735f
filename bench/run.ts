import path from 'node:path';
import { board } from './board.ts';
import { credits } from './credits.ts';
import { library } from './library.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { packages } from './packages.ts';
import { page } from './page.ts';
import { temporaryFolder } from './programs.ts';
import { publishing } from './publishing.ts';
import { scaling } from './scaling.ts';
import { seed } from './seed.ts';
import { start } from './start.ts';
import { streams } from './streams.ts';
import { type Line, printTable } from './table.ts';
import { votes } from './votes.ts';

/**
 * `npm run bench` runs all; `npm run bench -- lists media` some of them. What counts is the ratio within one run:
 * the numbers themselves say more about the machine. BENCH_SECONDS sets how long each turn takes (1.5).
 */
const SIZES = [1000, 10_000, 100_000, 1_000_000];

const folder = temporaryFolder();
const catalogues = new Map<number, string>();
async function catalogue(size: number): Promise<string> {
  const kept = catalogues.get(size);
  if (kept) return kept;
  console.log(`Writing a catalogue of ${size.toLocaleString('en')} tracks …`);
  const made = path.join(folder, String(size));
  await seed(made, size);
  catalogues.set(size, made);
  return made;
}

const measures: Record<string, () => Promise<Line[]> | Line[]> = {
  lists: async () => lists(await catalogue(100_000)),
  media,
  scaling: async () => {
    const folders = new Map<number, string>();
    for (const size of SIZES) folders.set(size, await catalogue(size));
    return scaling(folders);
  },
  library,
  credits,
  votes,
  board,
  streams,
  start: async () => start(await catalogue(100_000)),
  page,
  publishing,
  packages,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in measures));
if (unknown) throw new Error(`There is no bench "${unknown}", but: ${Object.keys(measures).join(', ')}`);
const lines: Line[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  lines.push(...(await measure()));
}
console.log();
printTable(lines);
