import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate, type SongOrder } from '../composer/generate.ts';

/**
 * Prepares a blind comparison of two versions of the band:
 * `npx node music/listening/pairs.ts <commit> <folder>` renders the same orders with this version and with that of the
 * commit, and writes the pairs in random order, a sheet to fill in, and the key. See docs/listening.md.
 */

/** One of each family; every pair has another seed, so that nobody knows a song from the pair before. */
const GENRES = [
  'electronic-dance:synthwave',
  'jazz:piano-trio',
  'latin:bossa-nova',
  'rock:indie-rock',
  'house:deep-house',
  'hip-hop-rap:trap',
  'classical-orchestral:film-score',
  'south-asia:hindustani-classical',
];

type Play = (order: SongOrder) => Promise<{ audio: Uint8Array }>;

async function prepare(commit: string, folder: string, genres: readonly string[]): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  const work = mkdtempSync(join(tmpdir(), 'ovation-pairs-'));
  const other = join(work, 'other');
  git('worktree', 'add', '--detach', other, commit);
  try {
    symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'));
    const path = pathToFileURL(join(other, 'music/composer/generate.ts')).href;
    const { generate: before }: { generate: Play } = await import(path);
    mkdirSync(folder, { recursive: true });
    const key: string[] = [];
    for (const [i, genre] of genres.entries()) {
      const order = { genre, seed: 100 + i, seconds: 60 };
      const [now, then] = [await generate(order), await before(order)];
      const swapped = randomInt(2) === 1;
      const [a, b] = swapped ? [then, now] : [now, then];
      writeFileSync(join(folder, `${i + 1}A.mp3`), a.audio);
      writeFileSync(join(folder, `${i + 1}B.mp3`), b.audio);
      key.push(
        `${i + 1}: A is ${swapped ? commit : 'this version'}, B is ${swapped ? 'this version' : commit}`,
      );
      console.log(`${i + 1} of ${genres.length}: ${genre}`);
    }
    writeFileSync(join(folder, 'sheet.md'), sheet(genres));
    writeFileSync(join(folder, 'key.txt'), `${key.join('\n')}\n`);
  } finally {
    git('worktree', 'remove', '--force', other);
    rmSync(work, { recursive: true });
  }
}

const [commit, folder, ...genres] = process.argv.slice(2);
if (!commit || !folder) {
  console.error('Usage: npx node music/listening/pairs.ts <commit> <folder> [genre ...]');
  process.exit(2);
}
await prepare(commit, folder, genres.length ? genres : GENRES);
console.log(`Listen to the pairs in ${folder}, fill in sheet.md, and only then open key.txt.`);

/** A sheet to fill in for so many pairs, in Markdown: what to listen for, and a row for each pair. */
export function sheet(genres: readonly string[]): string {
  const rows = genres.map((genre, i) => `| ${i + 1} | ${genre.split(':').at(-1)} | | | | |`);
  return `# Which do you prefer?

Listener: ____________  Headphones or loudspeakers: ____________

Each pair is the same order played by two versions of the band. Listen to A and to B from the start, as often as you
like, at the same volume. Write A, B or = into each column. Do not open key.txt before you are done.

| pair | genre | sounds more real | writes better | I would leave on | what stood out |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
