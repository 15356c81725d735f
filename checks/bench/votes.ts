import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../server/platform/db/database.ts';
import { type BareVotes, barePostgres, bareSqlite } from './lib/bare-votes.ts';
import { caller } from './lib/caller.ts';
import { richVoters, type Voter, writeRequests } from './lib/crowd.ts';
import { takeTurns } from './lib/load.ts';
import { ovation, type Program, postgresDatabase, temporaryFolder } from './lib/programs.ts';
import { compared, type Line } from './lib/table.ts';

/** Votes in flight at the same time. */
const CALLERS = 16;
const PEOPLE = 100;
const REQUESTS = 1000;
/** ms; the p99 of the bare loop on one row with 50 callers, on the machine that the target was set on. */
const P99_AIM = 142;

/** Compares votes through HTTP with the driver alone. */
export async function votes(): Promise<Line[]> {
  return [...(await onPostgres()), ...(await onSqlite())];
}

async function onPostgres(): Promise<Line[]> {
  const fresh = await postgresDatabase();
  const world = await createData({ dataDir: temporaryFolder(), databaseUrl: fresh.url });
  const ours = await ovation(temporaryFolder(), fresh.url);
  const bare = barePostgres(fresh.url, CALLERS);
  const name = 'bare pg, one statement';
  const lines = [
    ...(await compare(
      'votes spread over 1,000 requests, PostgreSQL',
      ours,
      [bare, name],
      world,
      randomRequest,
      0.5,
    )),
    ...(await compare('votes for one request, PostgreSQL', ours, [bare, name], world, firstRequest, 1)),
  ];
  await bare.close();
  await ours.stop();
  await fresh.drop();
  return lines;
}

async function onSqlite(): Promise<Line[]> {
  const dataDir = temporaryFolder();
  const world = await createData({ dataDir, databaseUrl: undefined });
  const ours = await ovation(dataDir);
  const bare = bareSqlite(path.join(dataDir, 'ovation.db'));
  const name = 'bare node:sqlite';
  const lines = await compare(
    'votes spread over 1,000 requests, SQLite',
    ours,
    [bare, name],
    world,
    randomRequest,
    0.4,
  );
  await bare.close();
  await ours.stop();
  return lines;
}

interface World {
  voters: Voter[];
  requests: string[];
}

const randomOf = <T>(from: T[]) => from[Math.floor(Math.random() * from.length)]!;
const randomRequest = ({ requests }: World) => randomOf(requests);
const firstRequest = ({ requests }: World) => requests[0]!;

async function createData(config: { dataDir: string; databaseUrl: string | undefined }): Promise<World> {
  mkdirSync(config.dataDir, { recursive: true });
  const database = await openDatabase(config);
  const voters = await richVoters(database, PEOPLE);
  const requests = await writeRequests(database, voters[0]!.id, REQUESTS, () => 0);
  await database.close();
  return { voters, requests };
}

/** Measures our server and the bare loop alternately, each with `CALLERS` sequential callers. */
async function compare(
  what: string,
  ours: Program,
  [bare, name]: [BareVotes, string],
  world: World,
  choose: (world: World) => string,
  aim: number,
): Promise<Line[]> {
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => caller(ours.url)));
  const times: number[] = [];
  const turns = async ({ url }: { url: string }, seconds: number) => {
    const end = performance.now() + seconds * 1000;
    let done = 0;
    const one = async ({ post }: (typeof callers)[number]) => {
      for (; performance.now() < end; done++) {
        const voter = randomOf(world.voters);
        if (url === name) await bare.vote(voter.id, choose(world));
        else times.push(await post(`/requests/${choose(world)}/votes`, voter.token));
      }
    };
    await Promise.all(callers.map(one));
    return done;
  };
  const rates = await takeTurns([{ url: ours.url, pid: ours.pid }, { url: name }], turns);
  for (const { close } of callers) close();
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  return [
    compared(`${what}, through HTTP`, rates, name, aim),
    {
      what: `${what}, p99 of the response`,
      ours: `${p99.toFixed(0)} ms`,
      against: '',
      aim: `< ${P99_AIM} ms`,
      reached: p99 < P99_AIM,
    },
  ];
}
