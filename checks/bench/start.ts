import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareList, ovation, type Program } from './lib/programs.ts';
import type { Line } from './lib/table.ts';

const STARTS = 7;
const AIM_TIMES = 5;
const IDLE_S = 10;
const AIM_MB = 110;

/**
 * The median time from process start to the first answered list on an existing database, against that of a bare
 * process in turns; then the idle memory.
 */
export async function start(folder: string): Promise<Line[]> {
  // The first start of a version also writes its compiled code for the next ones.
  await answered(() => ovation(folder));
  const times: { ours: number; bare: number }[] = [];
  for (let i = 0; i < STARTS; i++)
    times.push({ ours: await answered(() => ovation(folder)), bare: await answered(() => bareList(folder)) });
  const [ours, bare] = [median(times.map((t) => t.ours)), median(times.map((t) => t.bare))];
  const lines: Line[] = [
    {
      what: 'start on 100,000 tracks to the first list',
      ours: `${Math.round(ours)} ms`,
      against: `node:http + node:sqlite ${Math.round(bare)} ms`,
      ratio: ours / bare,
      aim: `<= ${AIM_TIMES} times`,
      reached: ours / bare <= AIM_TIMES,
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

/** Starts a program, asks it for a list, and stops it. @returns ms until the answer. */
async function answered(program: () => Promise<Program>): Promise<number> {
  const began = performance.now();
  const { url, stop } = await program();
  const answer = await fetch(`${url}/track`);
  if (answer.status !== 200) throw new Error(`The first response was ${answer.status}`);
  await answer.text();
  const took = performance.now() - began;
  await stop();
  return took;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

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
