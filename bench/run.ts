import path from 'node:path';
import { band } from './band.ts';
import { board } from './board.ts';
import { credits } from './credits.ts';
import { demo } from './demo.ts';
import { feeds } from './feeds.ts';
import { gap } from './gap.ts';
import { library } from './library.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { packages } from './packages.ts';
import { page } from './page.ts';
import { temporaryFolder } from './programs.ts';
import { publishing } from './publishing.ts';
import { reads } from './reads.ts';
import { scaling } from './scaling.ts';
import { searching } from './searching.ts';
import { seed } from './seed.ts';
import { start } from './start.ts';
import { streams } from './streams.ts';
import { studio } from './studio.ts';
import { type Line, printTable } from './table.ts';
import { votes } from './votes.ts';

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- lists media` some of them. Compare the ratios: the absolute
 * numbers depend on the machine. BENCH_SECONDS sets the length of each measurement (1.5).
 */
const SIZES = [1000, 10_000, 100_000, 1_000_000];

const folder = temporaryFolder();
const catalogues = new Map<number, string>();
async function catalogue(size: number): Promise<string> {
  const existing = catalogues.get(size);
  if (existing) return existing;
  console.log(`Writing a catalogue of ${size.toLocaleString('en')} tracks …`);
  const seeded = path.join(folder, String(size));
  await seed(seeded, size);
  catalogues.set(size, seeded);
  return seeded;
}

const benchmarks: Record<string, () => Promise<Line[]> | Line[]> = {
  reads,
  lists: async () => lists(await catalogue(100_000)),
  searching: async () => searching(await catalogue(100_000), await catalogue(1_000_000)),
  feeds: async () => feeds(await catalogue(100_000)),
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
  gap,
  publishing,
  studio,
  packages,
  band,
  demo,
};

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in benchmarks));
if (unknown)
  throw new Error(`Unknown benchmark "${unknown}". Choose from: ${Object.keys(benchmarks).join(', ')}`);
const lines: Line[] = [];
for (const [name, measure] of Object.entries(benchmarks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  lines.push(...(await measure()));
}
console.log();
printTable(lines);
