import { readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/platform/db/database.ts';
import { caller } from './lib/caller.ts';
import { richVoters, writeRequests } from './lib/crowd.ts';
import { ovation, postgresDatabase, temporaryFolder } from './lib/programs.ts';
import type { Line } from './lib/table.ts';

const STREAMS = 1000;
const REQUESTS = 100;
/** Background votes per second at most, and the number of callers that send them. */
const VOTES = 50;
const OTHERS = 5;
/** Votes whose latency is measured, one after the other. */
const TIMED = 20;
const AIM_MS = 1000;
const AIM_KB = 50;

/** Measures the memory of each stream, and how long a vote takes to reach all readers during other votes. */
export async function streams(): Promise<Line[]> {
  const fresh = await postgresDatabase();
  const database = await openDatabase({ dataDir: '', databaseUrl: fresh.url });
  const voters = await richVoters(database, 20);
  const requests = await writeRequests(database, voters[0]!.id, REQUESTS, () => 0);
  const timed = requests[0]!;
  await database.close();
  const server = await ovation(temporaryFolder(), fresh.url);
  await fetch(`${server.url}/requests/board`);
  await sleep(500);
  const before = residentKilobytes(server.pid);
  let onEvent = () => {};
  const readers = await Promise.all(
    Array.from({ length: STREAMS }, () => subscribe(server.url, `{"id":"${timed}"`, () => onEvent())),
  );
  await sleep(500);
  const perStream = (residentKilobytes(server.pid) - before) / STREAMS;

  const { post, close } = await caller(server.url);
  let done = false;
  const others = Array.from({ length: OTHERS }, async (_, nth) => {
    const other = await caller(server.url);
    for (let i = nth; !done; i += OTHERS) {
      const [request, voter] = [requests[1 + (i % (REQUESTS - 1))], voters[i % voters.length]!];
      await Promise.all([
        other.post(`/requests/${request}/votes`, voter.token),
        sleep((1000 * OTHERS) / VOTES),
      ]);
    }
    other.close();
  });
  const times: number[] = [];
  for (let i = 1; i <= TIMED; i++) {
    const start = performance.now();
    let reached = 0;
    const all = new Promise<void>((resolve) => {
      onEvent = () => {
        times.push(performance.now() - start);
        if (++reached === STREAMS) resolve();
      };
    });
    await post(`/requests/${timed}/votes`, voters[0]!.token);
    await all;
  }
  done = true;
  await Promise.all(others);
  close();
  for (const reader of readers) reader.destroy();
  await server.stop();
  await fresh.drop();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  return [
    {
      what: `memory of each of ${STREAMS.toLocaleString('en')} streams`,
      ours: `${perStream.toFixed(0)} kB`,
      against: '',
      aim: `<= ${AIM_KB} kB`,
      reached: perStream <= AIM_KB,
    },
    {
      what: `vote to event at ${STREAMS.toLocaleString('en')} readers, ${VOTES} other votes/s: median, p99`,
      ours: `${at(0.5).toFixed(0)}, ${at(0.99).toFixed(0)} ms`,
      against: '',
      aim: `<= ${AIM_MS} ms`,
      reached: at(0.99) <= AIM_MS,
    },
  ];
}

/** Opens a stream of events and calls `onEvent` for each one that contains `mark`. Resolves when it has started. */
function subscribe(url: string, mark: string, onEvent: () => void): Promise<net.Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    socket.on('error', reject);
    socket.setEncoding('latin1').once('data', (head: string) => {
      if (!head.startsWith('HTTP/1.1 200')) reject(new Error(head));
      let rest = '';
      socket.on('data', (piece: string) => {
        const text = rest + piece;
        if (text.includes(mark)) onEvent();
        rest = text.slice(1 - mark.length);
      });
      resolve(socket);
    });
    socket.write('GET /requests/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
}

/** NaN on systems other than Linux. */
function residentKilobytes(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes);
}
