import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Channel, Listener } from '../../events.ts';

/** Delay before reconnecting, ms; doubles with each failure. */
const BACKOFF = { first: 100, longest: 10_000 };
/** Interval between probes of the connection, and timeout of each, ms. */
const PROBE = { interval: 15_000, timeout: 4000 };

/**
 * Listens on its own connection and reconnects when that is lost. Resolves after the first attempt, whether it succeeded
 * or not; failed attempts are retried.
 */
export async function listenOn(url: string, channel: Channel, { onMessage, onReconnect }: Listener) {
  const stopped = new AbortController();
  const attempted = Promise.withResolvers<void>();
  const run = async () => {
    let wait = BACKOFF.first;
    for (let attemptedBefore = false; !stopped.signal.aborted; attemptedBefore = true) {
      const onListening = () => {
        wait = BACKOFF.first;
        if (attemptedBefore) onReconnect();
        attempted.resolve();
      };
      await oneConnection(url, channel, { onMessage, onListening, stopped: stopped.signal }).catch(() => {});
      attempted.resolve();
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {});
      wait = Math.min(BACKOFF.longest, wait * 2);
    }
  };
  void run();
  await attempted.promise;
  return { stop: () => stopped.abort() };
}

/** Resolves when the connection ends. @throws the error of a refused connection. */
async function oneConnection(
  connectionString: string,
  channel: Channel,
  on: { onMessage: Listener['onMessage']; onListening: () => void; stopped: AbortSignal },
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: PROBE.timeout,
    query_timeout: PROBE.timeout,
  });
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  client.on('error', end);
  client.on('end', end);
  on.stopped.addEventListener('abort', end);
  client.on('notification', ({ payload = '' }) => on.onMessage(payload));
  const listen = `listen ${channel}`;
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(listen);
    if (on.stopped.aborted) return;
    on.onListening();
    // A connection can die silently, for example in a network that drops idle ones.
    probe = setInterval(() => client.query(listen).catch(end), PROBE.interval);
    await ended.promise;
  } finally {
    clearInterval(probe);
    on.stopped.removeEventListener('abort', end);
    // Not awaited: a dead connection never answers.
    void client.end().catch(() => {});
  }
}
