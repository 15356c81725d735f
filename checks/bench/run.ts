import path from 'node:path';
import { band } from './band.ts';
import { board } from './board.ts';
import { cache } from './cache.ts';
import { temporaryFolder } from './lib/programs.ts';
import { seed } from './lib/seed.ts';
import { type Line, printTable } from './lib/table.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { page } from './page.ts';
import { plays } from './plays.ts';
import { publishing } from './publishing.ts';
import { byMembers, byTracks } from './scaling.ts';
import { singing } from './singing.ts';
import { start } from './start.ts';
import { streams } from './streams.ts';
import { studio } from './studio.ts';
import { votes } from './votes.ts';

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- lists media` some of them. Compare the ratios: the absolute
 * numbers depend on the machine. BENCH_SECONDS sets the length of each measurement (1.5).
 */
const benchmarks: Record<string, { what: string; minutes: number; measure: () => Promise<Line[]> }> = {
  lists: {
    what: 'lists, Explore and search, against node:http + node:sqlite',
    minutes: 1.5,
    measure: async () => lists(await catalogue(100_000)),
  },
  cache: {
    what: 'the public catalogue, kept by nginx',
    minutes: 0.5,
    measure: async () => cache(await catalogue(100_000)),
  },
  media: { what: 'downloads, against nginx', minutes: 1, measure: media },
  votes: { what: 'votes on both engines, against the bare driver', minutes: 2, measure: votes },
  tracks: {
    what: 'lists of 1,000 and of 100,000 tracks',
    minutes: 2,
    measure: async () => byTracks(await catalogue(1000), await catalogue(100_000)),
  },
  members: { what: "a member's lists among 100 and 10,000 members", minutes: 3, measure: byMembers },
  board: { what: 'the board of 1,000 and of 100,000 requests', minutes: 3, measure: board },
  plays: { what: "plays on PostgreSQL, against visitors' plays by month", minutes: 3, measure: plays },
  streams: { what: 'events to 1,000 readers', minutes: 0.5, measure: streams },
  start: {
    what: 'start and memory at rest, against a bare process',
    minutes: 0.5,
    measure: async () => start(await catalogue(100_000)),
  },
  page: { what: 'weight and speed of the pages on a slow phone', minutes: 3, measure: page },
  publishing: { what: 'uploads, and everyone else meanwhile', minutes: 1, measure: publishing },
  studio: { what: 'takes, and everyone else meanwhile', minutes: 1.5, measure: studio },
  band: { what: 'how the house band sounds, and what it costs', minutes: 2, measure: band },
  singing: { what: 'how well its words are understood, and what they cost', minutes: 2, measure: singing },
};

const folder = temporaryFolder();
const catalogues = new Map<number, string>();
async function catalogue(size: number): Promise<string> {
  const existing = catalogues.get(size);
  if (existing) return existing;
  console.log(`  Writing a catalogue of ${size.toLocaleString('en')} tracks …`);
  const seeded = path.join(folder, String(size));
  await seed(seeded, size);
  catalogues.set(size, seeded);
  return seeded;
}

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in benchmarks));
if (unknown)
  throw new Error(`Unknown benchmark "${unknown}". Choose from: ${Object.keys(benchmarks).join(', ')}`);
const lines: Line[] = [];
for (const [name, { what, minutes, measure }] of Object.entries(benchmarks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`${name}: ${what}, about ${minutes} min …`);
  lines.push(...(await measure()));
}
console.log();
printTable(lines);
