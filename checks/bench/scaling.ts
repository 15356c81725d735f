import path from 'node:path';
import { id, PLAYLISTS, TOKEN, TRACKS, writeCollectors } from './lib/collectors.ts';
import { takeTurns } from './lib/load.ts';
import { ovation, temporaryFolder } from './lib/programs.ts';
import { RARE_TERM, seed } from './lib/seed.ts';
import { type Line, perSecond } from './lib/table.ts';

const USERS = [100, 10_000] as const;
const AIM = 0.8;

const headers = { authorization: `Bearer ${TOKEN}` };

/** Lists that everyone reads, and searches: the rate over few tracks and over many. */
export function byTracks(few: string, many: string): Promise<Line[]> {
  return grown([few, many], 'of 100,000 tracks', 'ours of 1,000', [
    ['list of 20', '/track?limit=20'],
    ['newest 20', '/track?limit=20&sort=newest'],
    ['Explore', '/explore'],
    // A rare word's list is in the order of popularity, so it grows with the number of hits.
    ['search for a rare term', `/track?limit=20&q=${RARE_TERM}`],
  ]);
}

/** A member's own lists: the rate among few members and among many. */
export async function byMembers(): Promise<Line[]> {
  const folders: string[] = [];
  for (const users of USERS) {
    console.log(`  Writing ${users.toLocaleString('en')} members …`);
    const folder = path.join(temporaryFolder(), String(users));
    await seed(folder, TRACKS);
    writeCollectors(folder, users);
    folders.push(folder);
  }
  return grown(folders, 'among 10,000 members', 'ours among 100', [
    ['library, 24 of 200', '/library/tracks?limit=24'],
    ['library searched', '/library/tracks?limit=24&q=neon'],
    ['50 playlists as cards', '/playlist'],
    ['50 playlists to choose from', `/playlist/containing?track_id=${id('f', 0)}`],
    ['a playlist of 1,000, whole', `/playlist/${id('e', PLAYLISTS)}/tracks`],
  ]);
}

async function grown(
  folders: string[],
  where: string,
  against: string,
  calls: [what: string, call: string][],
): Promise<Line[]> {
  const servers = await Promise.all(folders.map((folder) => ovation(folder)));
  const lines: Line[] = [];
  for (const [what, call] of calls) {
    const [few, many] = await takeTurns(servers.map(({ url, pid }) => ({ url: url + call, pid, headers })));
    const ratio = many!.perSecond / few!.perSecond;
    const byProcessor = many!.processor && few!.processor ? few!.processor / many!.processor : undefined;
    lines.push({
      what: `${what}, ${where}`,
      ours: perSecond(many!.perSecond),
      against: `${against} ${perSecond(few!.perSecond)}`,
      ratio,
      byProcessor,
      aim: `>= ${AIM}`,
      reached: (byProcessor ?? ratio) >= AIM,
    });
  }
  await Promise.all(servers.map((server) => server.stop()));
  return lines;
}
