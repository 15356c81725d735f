import { takeTurns } from './lib/load.ts';
import { bare, ovation } from './lib/programs.ts';
import { RARE_TERM } from './lib/seed.ts';
import { compared, type Line } from './lib/table.ts';

const calls: [what: string, call: string, aim: number][] = [
  ['list of 20 tracks, of 100,000', '/track?limit=20', 0.7],
  ['Explore, of 100,000', '/explore', 0.7],
  ['search for a rare term, of 100,000', `/track?limit=20&q=${RARE_TERM}`, 0.5],
];

/** Lists, Explore and search over 100,000 tracks, compared with a minimal handler with the same queries. */
export async function lists(folder: string): Promise<Line[]> {
  const ours = await ovation(folder);
  const theirs = await bare('data', folder);
  const lines: Line[] = [];
  for (const [what, call, aim] of calls) {
    await mustAgree(ours.url + call, theirs.url + call);
    const sides = [ours, theirs].map(({ url, pid }) => ({ url: url + call, pid }));
    lines.push(compared(what, await takeTurns(sides), 'node:http + node:sqlite', aim));
  }
  await ours.stop();
  await theirs.stop();
  return lines;
}

/** @throws Error if the two responses list different tracks, which would make the comparison meaningless. */
async function mustAgree(ours: string, theirs: string): Promise<void> {
  const [we, they] = await Promise.all(
    [ours, theirs].map(async (url) => titles(await (await fetch(url)).json())),
  );
  if (we === '' || we !== they) throw new Error(`${ours} and ${theirs} respond differently:\n${we}\n${they}`);
}

function titles(answer: unknown): string {
  const text = JSON.stringify(answer);
  return [...text.matchAll(/"title":("[^"]*")/g)].map(([, title]) => title).join();
}
