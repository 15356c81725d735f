/**
 * Starts a call now or later.
 * @param cost roughly the milliseconds that the call keeps the server busy.
 * @returns false, without starting it, if too many calls of this address wait.
 */
type FairQueue = (ip: string, cost: number, start: () => void) => boolean;

interface Client {
  ip: string;
  /** The cost of what was started in this turn of the event loop. */
  started: number;
  waiting: { cost: number; start: () => void }[];
}

interface Turns {
  /** An address starts no further call in a turn after calls of this cost. */
  perTurn: number;
  /** All addresses together start no further call in a turn after calls of this cost. */
  allPerTurn: number;
  /** All addresses together start one call of this cost or more in a turn. */
  expensiveFrom: number;
  /** Maximum number of waiting calls of an address. */
  waiting: number;
}

/**
 * Starts a few calls in each turn of the event loop, those of each address by turns. Calls run on one thread, so
 * without this the hundreds of calls that one packet can hold would all be answered before anyone else's. Node accepts
 * one connection in a turn, so short turns also let new visitors in while old ones are busy.
 */
export function fairQueue({ perTurn, allPerTurn, expensiveFrom, waiting }: Turns): FairQueue {
  const clients = new Map<string, Client>();
  /** Those that have started a call in this turn. */
  let served = new Set<Client>();
  let started = 0;
  let startedExpensive = false;

  function startSome(client: Client): void {
    while (client.started < perTurn && client.waiting.length > 0 && started < allPerTurn) {
      const { cost, start } = client.waiting[0]!;
      const isExpensive = cost >= expensiveFrom;
      if (isExpensive && startedExpensive) break;
      client.waiting.shift();
      client.started += cost;
      served.add(client);
      // What is expensive delays other expensive calls only.
      if (isExpensive) startedExpensive = true;
      else started += cost;
      start();
    }
  }

  function takeTurn(): void {
    started = 0;
    startedExpensive = false;
    const last = served;
    served = new Set();
    for (const client of last) {
      clients.delete(client.ip);
      // Behind those that could not start theirs.
      if (client.waiting.length > 0) clients.set(client.ip, client);
      client.started = 0;
    }
    for (const client of clients.values()) {
      if (started >= allPerTurn) break;
      startSome(client);
    }
    if (clients.size > 0) setImmediate(takeTurn);
  }

  return (ip, cost, start) => {
    let client = clients.get(ip);
    if (!client) {
      if (clients.size === 0) setImmediate(takeTurn);
      client = { ip, started: 0, waiting: [] };
      clients.set(ip, client);
    }
    if (client.waiting.length >= waiting) return false;
    client.waiting.push({ cost, start });
    startSome(client);
    return true;
  };
}
