import path from 'node:path';
import { id, PLAYLISTS, TOKEN, TRACKS, writeCollectors } from './collectors.ts';
import { type Curve, writeCurves } from './curves.ts';
import { takeTurns } from './load.ts';
import { ovation, temporaryFolder } from './programs.ts';
import { seed } from './seed.ts';
import { type Line, perSecond } from './table.ts';

const USERS = [100, 1000, 10_000, 100_000];

const calls: [what: string, call: string][] = [
  ['library, 24 of 200', '/library/tracks?limit=24'],
  ['library, all 200', '/library/tracks'],
  ['library by artist, 24 of 200', '/library/tracks?limit=24&sort=artist'],
  ['library searched', '/library/tracks?limit=24&q=neon'],
  ['saved links, 200', '/saved_track'],
  ['counts of the profile', '/library/counts'],
  ['50 playlists as cards', '/playlist'],
  ['50 playlists to choose from', `/playlist/containing?track_id=${id('f', 0)}`],
  ['a playlist of 100, whole', `/playlist/${id('e', 0)}/tracks`],
  ['a playlist of 1,000, whole', `/playlist/${id('e', PLAYLISTS)}/tracks`],
];

/** The speed of one user's lists as the tables fill with other users' rows. Draws docs/speed-by-users.svg. */
export async function library(): Promise<Line[]> {
  const folder = temporaryFolder();
  const folders: string[] = [];
  for (const users of USERS) {
    const began = performance.now();
    const seeded = path.join(folder, String(users));
    await seed(seeded, TRACKS);
    writeCollectors(seeded, users);
    folders.push(seeded);
    console.log(
      `Wrote ${users.toLocaleString('en')} users in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
    );
  }
  const servers = await Promise.all(folders.map((folder) => ovation(folder)));
  console.log(
    `\nResponses per second as users grow${' '.repeat(10)}${USERS.map((n) => n.toLocaleString('en').padStart(11)).join('')}`,
  );
  const lines: Line[] = [];
  const curves: Curve[] = [];
  for (const [what, call] of calls) {
    const sides = servers.map(({ url, pid }) => {
      return { url: url + call, pid, headers: { authorization: `Bearer ${TOKEN}` } };
    });
    const results = await takeTurns(sides);
    const rates = results.map((rate) => rate.perSecond);
    console.log(`  ${what.padEnd(42)}${rates.map((rate) => perSecond(rate).padStart(11)).join('')}`);
    curves.push({ name: what, rates });
    const [few, many] = [results[0]!, results.at(-1)!];
    const ratio = many.perSecond / few.perSecond;
    const byProcessor = many.processor && few.processor ? few.processor / many.processor : undefined;
    lines.push({
      what: `${what}, among ${USERS.at(-1)!.toLocaleString('en')} users`,
      ours: `${perSecond(many.perSecond)}${many.processor ? `, ${(many.processor / 1000).toFixed(1)} ms of CPU` : ''}`,
      against: `ours among ${USERS[0]} ${perSecond(few.perSecond)}`,
      ratio,
      byProcessor,
      aim: '>= 0.8',
      reached: (byProcessor ?? ratio) >= 0.8,
    });
  }
  await Promise.all(servers.map((server) => server.stop()));
  writeCurves(
    'speed-by-users',
    `Responses per second, relative to ${USERS[0]} users`,
    'users',
    USERS,
    curves,
  );
  return lines;
}
