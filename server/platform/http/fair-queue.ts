/**
 * Starts a call now or later.
 * @param cost roughly the milliseconds that the call keeps the server busy.
 * @returns false, without starting it, if too many calls of this address wait.
 */
export type FairQueue = (address: string, cost: number, start: () => void) => boolean;

interface Client {
  /** The cost of what was started in this turn of the event loop. */
  started: number;
  waiting: { cost: number; start: () => void }[];
}

/**
 * Starts a few calls of each address in each turn of the event loop. Calls run on one thread, so without this the
 * hundreds of calls that one packet can hold would all be answered before anyone else's.
 * @param perTurn an address starts no further call in a turn after calls of this cost.
 */
export function fairQueue({ perTurn, waiting }: { perTurn: number; waiting: number }): FairQueue {
  const clients = new Map<string, Client>();

  function startSome(client: Client): void {
    while (client.started < perTurn && client.waiting.length > 0) {
      const { cost, start } = client.waiting.shift()!;
      client.started += cost;
      start();
    }
  }

  function takeTurn(): void {
    for (const [address, client] of clients) {
      client.started = 0;
      if (client.waiting.length === 0) clients.delete(address);
      else startSome(client);
    }
    if (clients.size > 0) setImmediate(takeTurn);
  }

  return (address, cost, start) => {
    let client = clients.get(address);
    if (!client) {
      if (clients.size === 0) setImmediate(takeTurn);
      client = { started: 0, waiting: [] };
      clients.set(address, client);
    }
    if (client.waiting.length >= waiting) return false;
    client.waiting.push({ cost, start });
    startSome(client);
    return true;
  };
}
