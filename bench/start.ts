import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ovation } from './programs.ts';
import type { Line } from './table.ts';

const STARTS = 5;
const AIM_MS = 500;
const IDLE_S = 10;
const AIM_MB = 130;

/** The median time from process start to the first 200 on an existing database; then the idle memory. */
export async function start(folder: string): Promise<Line[]> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const began = performance.now();
    const server = await ovation(folder);
    const answer = await fetch(`${server.url}/explore`);
    if (answer.status !== 200) throw new Error(`The first response was ${answer.status}`);
    times.push(performance.now() - began);
    await server.stop();
  }
  const median = times.sort((a, b) => a - b)[Math.floor(STARTS / 2)]!;
  const lines: Line[] = [
    {
      what: 'start on 100,000 tracks to the first 200',
      ours: `${Math.round(median)} ms`,
      against: '',
      aim: `<= ${AIM_MS} ms`,
      reached: median <= AIM_MS,
    },
  ];
  const resident = await idleMemory(folder);
  if (resident !== undefined)
    lines.push({
      what: `idle memory after ${IDLE_S} s`,
      ours: `${Math.round(resident)} MB`,
      against: '',
      aim: `<= ${AIM_MB} MB`,
      reached: resident <= AIM_MB,
    });
  return lines;
}

/** @returns MB; undefined except on Linux. */
async function idleMemory(folder: string): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const server = await ovation(folder);
  await fetch(`${server.url}/explore`);
  await sleep(IDLE_S * 1000);
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))!;
  await server.stop();
  return Number(kilobytes) / 1024;
}
