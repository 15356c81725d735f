import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

export const CONNECTIONS = 10;
/** The length of one measurement of one side, seconds. */
const TURN = Number(process.env.BENCH_SECONDS ?? 1.5);
/** Rounds in which all sides are measured, in order and back (A B B A). */
const ROUNDS = 3;

/** A server under load: ours, or the one it is compared with. */
export interface Side {
  url: string;
  headers?: Record<string, string>;
  /** The process whose CPU time is measured. */
  pid?: number;
}

export interface Rate {
  /** Responses per second. */
  perSecond: number;
  /** CPU time per response, microseconds; undefined except on Linux. */
  processor?: number | undefined;
}

/**
 * Measures the sides alternately (A B B A) and takes the median of each, so that other load on the machine affects
 * all of them alike.
 */
export async function takeTurns(
  sides: Side[],
  ask: (side: Side, seconds: number) => Promise<number> = callOften,
): Promise<Rate[]> {
  for (const side of sides) await ask(side, 2);
  const results = sides.map(() => ({ rates: [] as number[], answers: 0, processor: 0 }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const i of [...sides.keys(), ...[...sides.keys()].reverse()]) {
      const { pid } = sides[i]!;
      const before = processorTime(pid);
      const began = performance.now();
      const answers = await ask(sides[i]!, TURN);
      results[i]!.rates.push((answers * 1000) / (performance.now() - began));
      results[i]!.answers += answers;
      results[i]!.processor += processorTime(pid) - before;
    }
  }
  return results.map(({ rates, answers, processor }) => ({
    perSecond: rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)]!,
    processor: processor > 0 ? processor / answers : undefined,
  }));
}

/** @returns the CPU time that a process has used so far, microseconds; 0 except on Linux. */
function processorTime(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10_000;
}

/** @throws Error if any response was not a success: fast errors would look like speed. */
async function callOften({ url, headers }: Side, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    ...(headers && { headers }),
  });
  if (result.errors + result.timeouts + result.non2xx > 0)
    throw new Error(
      `${url}: ${result.non2xx} error responses, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  return result.requests.total;
}
