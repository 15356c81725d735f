import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from './programs.ts';

/** Pause between two list requests, ms. */
const REQUEST_EVERY = 10;
/** Fewest requests for a p99. */
const REQUESTS = 500;
/** Requests between two checks whether to continue. */
const BATCH = 50;

/** The p99 latency of a list, ms, measured for at least `REQUESTS` and while `isBusy`. */
export async function p99({ url }: Program, isBusy: () => Promise<boolean>): Promise<number> {
  const times: number[] = [];
  do {
    for (let i = 0; i < BATCH; i++) {
      const began = performance.now();
      await (await fetch(`${url}/track?limit=20`)).arrayBuffer();
      times.push(performance.now() - began);
      await sleep(REQUEST_EVERY);
    }
  } while (times.length < REQUESTS || (await isBusy()));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

/** Samples the memory of a process's children. @returns a function for the peak of one child, MB (Linux only). */
export function watchChildren(pid: number): () => number | undefined {
  let peak: number | undefined;
  const read = (file: string) => readFileSync(file, 'utf8');
  const timer = setInterval(() => {
    try {
      for (const child of read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)) {
        const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(read(`/proc/${child}/status`)) ?? [];
        if (kilobytes) peak = Math.max(peak ?? 0, Number(kilobytes) / 1024);
      }
    } catch {
      // The child has just ended, or the system has no /proc.
    }
  }, 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
