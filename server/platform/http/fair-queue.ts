/**
 * Starts a call now or later.
 * @param cost roughly the milliseconds that the call keeps the server busy.
 * @returns false, without starting it, if too many calls of this address wait.
 */
export type FairQueue = (address: string, cost: number, start: () => void) => boolean;

interface Client {
  /** The cost of what was started in this turn of the event loop. */
  started: number;
  startedExpensive: boolean;
  waiting: { cost: number; start: () => void }[];
}

interface Turns {
  perTurn: number;
  expensivePerTurn: number;
  /** How many calls of an address may wait. */
  waiting: number;
}

/**
 * Starts a few calls of each address in each turn of the event loop. Calls run on one thread, so without this the
 * hundreds of calls that one packet can hold would all be answered before anyone else's.
 * @param perTurn an address starts no further call in a turn after calls of this cost.
 * @param expensivePerTurn all addresses together start no further call that costs `perTurn` or more in a turn after such
 *   calls of this cost: a flood of expensive calls from many addresses delays only expensive calls.
 */
export function fairQueue({ perTurn, expensivePerTurn, waiting }: Turns): FairQueue {
  const clients = new Map<string, Client>();
  let expensive = 0;

  function startSome(client: Client): void {
    while (client.started < perTurn && client.waiting.length > 0) {
      const { cost, start } = client.waiting[0]!;
      if (cost >= perTurn) {
        if (expensive >= expensivePerTurn) break;
        expensive += cost;
        client.startedExpensive = true;
      }
      client.waiting.shift();
      client.started += cost;
      start();
    }
  }

  function takeTurn(): void {
    expensive = 0;
    for (const [address, client] of [...clients]) {
      if (client.startedExpensive || client.waiting.length === 0) clients.delete(address);
      // Behind those that could not start theirs.
      if (client.waiting.length > 0) clients.set(address, client);
      client.started = 0;
      client.startedExpensive = false;
    }
    for (const client of clients.values()) startSome(client);
    if (clients.size > 0) setImmediate(takeTurn);
  }

  return (address, cost, start) => {
    let client = clients.get(address);
    if (!client) {
      if (clients.size === 0) setImmediate(takeTurn);
      client = { started: 0, startedExpensive: false, waiting: [] };
      clients.set(address, client);
    }
    if (client.waiting.length >= waiting) return false;
    client.waiting.push({ cost, start });
    startSome(client);
    return true;
  };
}
