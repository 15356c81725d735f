import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { shareNext } from '../share-next.ts';
import type { Engine } from './engine.ts';
import { openPostgres } from './postgres.ts';
import { replicaLag } from './replica-lag.ts';
import type { Db, Schema } from './schema.ts';
import { getSetting } from './settings.ts';
import { type Position, positionOf, primaryPosition, standbyPosition } from './wal-position.ts';

/** How often the replica is asked how far it is, how long it may take to answer, and how old it may be; ms. */
const LIMITS = { everyMs: 500, patienceMs: 2000, maxLagMs: 10_000 };

/** Nobody waits long for a connection, because the primary can answer instead. */
const TIMEOUTS = { connectionTimeoutMillis: 1000, statement_timeout: 10_000, query_timeout: 12_000 };

/** `behind`: too old for anybody. */
export type ReplicaState = 'ok' | 'behind' | 'away';

/** A streaming standby, which answers reads that may be some seconds old. */
export interface Replica {
  state: () => ReplicaState;
  /** How old its oldest missing change may be, ms; infinite until it has caught up. */
  lagMs: () => number;
  /** Whether it can answer, and knows everything up to a position of the primary's log. */
  has: (position: Position) => boolean;
  /** A position of the primary's log behind everything that was committed before the call. */
  position: () => Promise<string>;
  /** Runs a read. @throws ReplicaLost if the replica goes away meanwhile. */
  read: <T>(run: (db: Db) => Promise<T>) => Promise<T>;
  connections: Engine['connections'];
  /** Calls this whenever the state has changed. */
  onChange: (listener: (state: ReplicaState) => void) => void;
  close: () => Promise<void>;
}

export class ReplicaLost extends Error {}

/**
 * Follows a standby of the primary. It is used once it knows what the primary knows at this moment, so one that has not
 * replayed this version's migrations answers nothing.
 */
export async function openReplica(
  url: string,
  primary: Db,
  limits: Partial<typeof LIMITS> = {},
): Promise<Replica> {
  const { everyMs, patienceMs, maxLagMs } = { ...LIMITS, ...limits };
  const secret = await getSetting(primary, 'visitor_secret');
  const engine = openPostgres(url, { timeouts: TIMEOUTS });
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  const lag = replicaLag();
  const reads = new Set<(lost: Error) => void>();
  const closed = new AbortController();
  let onChange = (_state: ReplicaState) => {};
  let isAway = true;
  let last: ReplicaState = 'away';

  const lagMs = () => lag.lagMs(performance.now());
  const state = () => (isAway ? 'away' : lagMs() > maxLagMs ? 'behind' : 'ok');

  async function look(): Promise<void> {
    const askedAt = performance.now();
    const [ahead, replayed] = await Promise.allSettled([
      within(patienceMs, primaryPosition(primary)),
      within(patienceMs, standbyPosition(db, secret)),
    ]);
    isAway = replayed.status === 'rejected';
    if (isAway) {
      lag.forget();
      for (const lose of reads) lose(new ReplicaLost('The read replica went away.'));
    }
    if (ahead.status === 'fulfilled' && !isAway) lag.primaryWasAt(positionOf(ahead.value), askedAt);
    if (replayed.status === 'fulfilled') lag.replicaIsAt(positionOf(replayed.value));
    const before = last;
    last = state();
    if (last !== before) onChange(last);
  }

  const following = (async () => {
    while (!closed.signal.aborted) {
      await look();
      await sleep(everyMs, undefined, { signal: closed.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    state,
    lagMs,
    has: (position) => state() === 'ok' && lag.hasReplayed(position),
    position: shareNext(() => within(patienceMs, primaryPosition(primary))),
    read: (run) =>
      new Promise((resolve, reject) => {
        reads.add(reject);
        run(db)
          .then(resolve, reject)
          .finally(() => reads.delete(reject));
      }),
    connections: engine.connections,
    onChange: (listener) => {
      onChange = listener;
    },
    close: async () => {
      closed.abort();
      await following;
      await db.destroy();
    },
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error(`No answer within ${ms} ms.`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
