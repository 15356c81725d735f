import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/platform/db/database.ts';
import { richVoters, writeRequests } from './lib/crowd.ts';
import { p99, watchChildren } from './lib/meanwhile.ts';
import { ovation, type Program, temporaryFolder } from './lib/programs.ts';
import { seed } from './lib/seed.ts';
import type { Line } from './lib/table.ts';

const TRACKS = 1000;
const GOAL = 30;
const TAKES = 3;
const FIRST_SECONDS = 12;
const ALL_SECONDS = 30;
const MAX_MB = 400;
/** Timeout for the takes; the measurement fails after it. */
const GIVE_UP_SECONDS = 300;

/** Measures the time from the last vote to the house band's takes, and the site's latency meanwhile. */
export async function studio(): Promise<Line[]> {
  const folder = temporaryFolder();
  await seed(folder, TRACKS);
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined });
  const [voter] = await richVoters(database, 1);
  const requests = await writeRequests(database, voter!.id, 2, () => GOAL - 1);
  await database.close();

  const server = await ovation(folder, '', { STUDIO: 'auto' });
  const headers = { authorization: `Bearer ${voter!.token}` };
  const idle = await p99(server, () => Promise.resolve(false));
  const peak = watchChildren(server.pid);

  const firstTakes = await lightLastLamp(server, headers, requests[0]!);
  let first: number | undefined;
  while (await firstTakes.areMissing()) {
    if (firstTakes.ready() > 0) first ??= firstTakes.seconds();
    await sleep(100);
  }
  const all = firstTakes.seconds();
  first ??= all;

  const busy = await p99(server, (await lightLastLamp(server, headers, requests[1]!)).areMissing);
  const memory = peak();
  await server.stop();

  const line = (what: string, value: number | undefined, unit: string, most: number): Line => ({
    what,
    ours: value === undefined ? '?' : `${value.toFixed(1)} ${unit}`,
    against: '',
    aim: `<= ${most} ${unit}`,
    reached: value !== undefined && value <= most,
  });
  return [
    line('from the last vote to the first take', first, 's', FIRST_SECONDS),
    line('from the last vote to the third take', all, 's', ALL_SECONDS),
    line('memory of a worker', memory, 'MB', MAX_MB),
    {
      what: 'p99 of a list while takes are made',
      ours: `${busy.toFixed(1)} ms`,
      against: `idle ${idle.toFixed(1)} ms`,
      ratio: busy / idle,
      aim: '<= 3',
      reached: busy / idle <= 3,
    },
  ];
}

/** Lights the last lamp of a request. @returns how its takes are coming along since then. */
async function lightLastLamp({ url }: Program, headers: Record<string, string>, id: string) {
  const began = performance.now();
  const answer = await fetch(`${url}/requests/${id}/votes`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
  });
  if (!answer.ok) throw new Error(await answer.text());
  let ready = 0;
  let most = 0;
  const seconds = () => (performance.now() - began) / 1000;
  return {
    seconds,
    /** Takes that were ready when `areMissing` looked. */
    ready: () => ready,
    /** True if takes are not ready yet. @throws Error if one failed or they take too long. */
    areMissing: async () => {
      const takes = await fetchTakes(url, headers, id);
      const states = takes.map(({ state }) => state).join(', ') || 'none was begun';
      // They begin together, and failed ones are not listed.
      if (takes.length < most) throw new Error(`A take failed; the others: ${states}.`);
      most = takes.length;
      ready = takes.filter(({ state }) => state === 'ready').length;
      if (ready < TAKES && seconds() > GIVE_UP_SECONDS)
        throw new Error(`${ready} of ${TAKES} takes were ready after ${GIVE_UP_SECONDS} s: ${states}.`);
      return ready < TAKES;
    },
  };
}

async function fetchTakes(url: string, headers: Record<string, string>, id: string) {
  const answer = await fetch(`${url}/requests/${id}/takes`, {
    headers,
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { state: string }[];
}
