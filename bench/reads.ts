import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { endpoints } from 'contract/api.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { id, PLAYLISTS, TOKEN, TRACKS, writeCollectors } from './collectors.ts';
import { writeRequests } from './crowd.ts';
import { takeTurns } from './load.ts';
import { bare, ovation, temporaryFolder } from './programs.ts';
import { readsOf } from './read-addresses.ts';
import { recordReads } from './recorded-reads.ts';
import { seed } from './seed.ts';
import { compared, type Line } from './table.ts';

const USERS = 100;
const REQUESTS = 1000;
/** Answers from here on count as large, bytes. */
const LARGE = 20_000;
const AIM = { small: 0.7, large: 0.8 };

/** The paths to measure, separated by commas: `/track,/playlist/:id`. Each takes 20 s, so all of them take 20 minutes. */
const ONLY = process.env.BENCH_READS?.split(',');

/** Every read of the contract, compared with a minimal handler that runs the same statements and sends the same JSON. */
export async function reads(): Promise<Line[]> {
  const folder = path.join(temporaryFolder(), 'reads');
  const addresses = readsOf(endpoints, await createData(folder));
  const recorded = path.join(folder, 'reads.json');
  const lengths = await recordReads(folder, TOKEN, [...addresses.values()], recorded);
  const ours = await ovation(folder);
  const theirs = await bare('reads', folder, recorded);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const lines: Line[] = [];
  for (const [what, call] of addresses) {
    if (ONLY && !ONLY.includes(what)) continue;
    const sides = [ours, theirs].map(({ url, pid }) => ({ url: url + call, pid, headers }));
    const bytes = lengths.get(call)!;
    const size = `${(bytes / 1000).toFixed(1)} kB`;
    const aim = bytes < LARGE ? AIM.small : AIM.large;
    lines.push(compared(`GET ${what}, ${size}`, await takeTurns(sides), 'node:http + node:sqlite', aim));
  }
  await ours.stop();
  await theirs.stop();
  return lines;
}

/** Writes tracks, people with their lists, and song requests. @returns the rows that addresses refer to. */
async function createData(folder: string) {
  await seed(folder, TRACKS);
  writeCollectors(folder, USERS);
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined });
  const requests = await writeRequests(database, id('a', 0), REQUESTS, (nth) => nth % 30);
  await database.close();
  const sqlite = new DatabaseSync(path.join(folder, 'ovation.db'));
  // The caller may read everything.
  sqlite.exec(`update account_status set plan_tier = 'admin' where user_id = '${id('a', 0)}';
    insert into public_profile (user_id, created_at) values ('${id('a', 0)}', 1);
    update playlist set privacy = 'public'`);
  const one = (sql: string) => Object.values(sqlite.prepare(sql).get()!)[0] as string;
  const rows = {
    track: one('select id from track order by seq limit 1'),
    artist: one('select artist_slug from track order by seq limit 1'),
    request: requests[0]!,
    playlist: id('e', PLAYLISTS),
    savedTrack: id('f', 0),
    playlistTrack: one(`select id from playlist_track where playlist_id = '${id('e', 0)}' limit 1`),
    status: id('c', 0),
    username: 'bench-0',
  };
  sqlite.close();
  return rows;
}
