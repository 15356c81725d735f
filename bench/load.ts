import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

export const CONNECTIONS = 10;
/** How long one turn of one side takes, seconds. */
const TURN = Number(process.env.BENCH_SECONDS ?? 1.5);
/** How often all sides are asked there and back again. */
const ROUNDS = 3;

/** Somebody who can be asked: ours, or the one it is compared with. */
export interface Side {
  url: string;
  headers?: Record<string, string>;
  /** Whose processor time is counted. */
  pid?: number;
}

export interface Rate {
  /** Answers in a second. */
  perSecond: number;
  /** Processor time of one answer, microseconds; undefined where the system does not tell. */
  processor?: number | undefined;
}

/**
 * Asks the sides in turn, there and back again (A B B A), and takes the median turn of each, so that whatever
 * else the machine does meets all of them alike.
 */
export async function takeTurns(
  sides: Side[],
  ask: (side: Side, seconds: number) => Promise<number> = callOften,
): Promise<Rate[]> {
  for (const side of sides) await ask(side, 2);
  const told = sides.map(() => ({ rates: [] as number[], answers: 0, processor: 0 }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const i of [...sides.keys(), ...[...sides.keys()].reverse()]) {
      const { pid } = sides[i]!;
      const before = processorTime(pid);
      const began = performance.now();
      const answers = await ask(sides[i]!, TURN);
      told[i]!.rates.push((answers * 1000) / (performance.now() - began));
      told[i]!.answers += answers;
      told[i]!.processor += processorTime(pid) - before;
    }
  }
  return told.map(({ rates, answers, processor }) => ({
    perSecond: rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)]!,
    processor: processor > 0 ? processor / answers : undefined,
  }));
}

/** Microseconds that a process has computed so far, by Linux's own count; 0 where it is not told. */
function processorTime(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10_000;
}

/** @throws Error when any answer was not a success: a fast refusal is no speed. */
async function callOften({ url, headers }: Side, seconds: number): Promise<number> {
  const told = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    ...(headers && { headers }),
  });
  if (told.errors + told.timeouts + told.non2xx > 0)
    throw new Error(`${url}: ${told.non2xx} refusals, ${told.errors} errors, ${told.timeouts} timeouts`);
  return told.requests.total;
}
