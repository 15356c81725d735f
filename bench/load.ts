import autocannon from 'autocannon';

export const CONNECTIONS = 10;
/** How long one turn of one side takes, seconds. */
const TURN = Number(process.env.BENCH_SECONDS ?? 3);

/** Somebody who can be asked: ours, or the one it is compared with. */
export interface Side {
  url: string;
  headers?: Record<string, string>;
}

export interface Rate {
  /** Answers in a second. */
  perSecond: number;
  p50: number;
  p99: number;
}

/**
 * Asks the sides in turn, there and back again (A B B A), so that whatever else the machine does meets all of
 * them alike.
 */
export async function takeTurns(
  sides: Side[],
  ask: (side: Side, seconds: number) => Promise<Rate> = callOften,
): Promise<Rate[]> {
  for (const side of sides) await ask(side, 1);
  const told: Rate[][] = sides.map(() => []);
  for (const i of [...sides.keys(), ...[...sides.keys()].reverse()])
    told[i]!.push(await ask(sides[i]!, TURN));
  return told.map((rates) => {
    const mean = (of: (rate: Rate) => number) =>
      rates.reduce((sum, rate) => sum + of(rate), 0) / rates.length;
    return { perSecond: mean((r) => r.perSecond), p50: mean((r) => r.p50), p99: mean((r) => r.p99) };
  });
}

/** @throws Error when any answer was not a success: a fast refusal is no speed. */
async function callOften({ url, headers }: Side, seconds: number): Promise<Rate> {
  const told = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    ...(headers && { headers }),
  });
  if (told.errors + told.timeouts + told.non2xx > 0)
    throw new Error(`${url}: ${told.non2xx} refusals, ${told.errors} errors, ${told.timeouts} timeouts`);
  return { perSecond: told.requests.total / told.duration, p50: told.latency.p50, p99: told.latency.p99 };
}
