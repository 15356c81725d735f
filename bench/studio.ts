import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../server/platform/db/database.ts';
import { richVoters, writeRequests } from './crowd.ts';
import { p99, watchChildren } from './meanwhile.ts';
import { ovation, type Program, temporaryFolder } from './programs.ts';
import { seed } from './seed.ts';
import type { Line } from './table.ts';

const TRACKS = 1000;
const GOAL = 30;
const TAKES = 3;
const FIRST_SECONDS = 12;
const ALL_SECONDS = 30;
const MAX_MB = 400;

/** How soon after the last vote the house band's takes are ready, and the site's latency meanwhile. */
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

  const began = performance.now();
  await lightLastLamp(server, headers, requests[0]!);
  let first: number | undefined;
  let ready = 0;
  while (ready < TAKES) {
    await sleep(100);
    ready = await readyTakes(server, headers, requests[0]!);
    if (ready > 0) first ??= (performance.now() - began) / 1000;
  }
  const all = (performance.now() - began) / 1000;

  await lightLastLamp(server, headers, requests[1]!);
  const busy = await p99(server, async () => (await readyTakes(server, headers, requests[1]!)) < TAKES);
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

async function lightLastLamp({ url }: Program, headers: Record<string, string>, id: string): Promise<void> {
  const answer = await fetch(`${url}/requests/${id}/votes`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function readyTakes({ url }: Program, headers: Record<string, string>, id: string): Promise<number> {
  const answer = await fetch(`${url}/requests/${id}/takes`, { headers });
  if (!answer.ok) throw new Error(await answer.text());
  const takes = (await answer.json()) as { state: string }[];
  const failed = takes.find(({ state }) => state === 'failed' || state === 'lost');
  if (failed) throw new Error(`A take is ${failed.state}.`);
  return takes.filter(({ state }) => state === 'ready').length;
}
