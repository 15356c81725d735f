import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Channel, Listener } from './engine.ts';

/** How long to wait before a lost connection is made again, ms: twice as long each time that it fails. */
const PATIENCE = { first: 100, longest: 10_000 };
/** How often the connection is asked for a sign of life, and how long it has for it, ms. */
const PROBE = { every: 15_000, within: 4000 };

/**
 * Listens on a connection of its own, and comes back when that is lost. Resolves when it listens for the first
 * time, or could not: then it goes on trying.
 */
export async function listenOn(url: string, channel: Channel, { heard, missed }: Listener) {
  const stopped = new AbortController();
  const begun = Promise.withResolvers<void>();
  const run = async () => {
    let wait = PATIENCE.first;
    for (let before = false; !stopped.signal.aborted; before = true) {
      const listening = () => {
        wait = PATIENCE.first;
        if (before) missed();
        begun.resolve();
      };
      await oneConnection(url, channel, { heard, listening, stopped: stopped.signal }).catch(() => {});
      begun.resolve();
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {});
      wait = Math.min(PATIENCE.longest, wait * 2);
    }
  };
  void run();
  await begun.promise;
  return { stop: () => stopped.abort() };
}

/** Resolves when the connection is lost or ended. @throws whatever PostgreSQL refuses it with. */
async function oneConnection(
  connectionString: string,
  channel: Channel,
  on: { heard: Listener['heard']; listening: () => void; stopped: AbortSignal },
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: PROBE.within,
    query_timeout: PROBE.within,
  });
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  client.on('error', end);
  client.on('end', end);
  on.stopped.addEventListener('abort', end);
  client.on('notification', ({ payload = '' }) => on.heard(payload));
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    if (on.stopped.aborted) return;
    on.listening();
    // A connection can die without a word, for instance in a network that forgets quiet ones.
    probe = setInterval(() => client.query('select 1').catch(end), PROBE.every);
    await over.promise;
  } finally {
    clearInterval(probe);
    on.stopped.removeEventListener('abort', end);
    // Not waited for: a dead connection never answers.
    void client.end().catch(() => {});
  }
}
