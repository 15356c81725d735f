import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { coalesce } from '../concurrency.ts';
import type { Engine } from './engine.ts';
import { openPostgres } from './postgres.ts';
import type { Db, Schema } from './schema.ts';
import { getSetting } from './settings.ts';

/** How often the replica is asked how far it is, how long it may take to answer, and how old it may be; ms. */
const LIMITS = { everyMs: 500, patienceMs: 2000, maxLagMs: 10_000 };

/** Nobody waits long for a connection, because the primary can answer instead. */
const TIMEOUTS = { connectionTimeoutMillis: 1000, statement_timeout: 10_000, query_timeout: 12_000 };

/** `behind`: too old for anybody. */
type ReplicaState = 'ok' | 'behind' | 'away';

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
    position: coalesce(() => within(patienceMs, primaryPosition(primary))),
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

/** How many positions are remembered, for minutes at the usual pace. */
const MAX_SEEN = 1000;

/**
 * How far a replica is behind, by what the primary's position was when. It compares times of this process alone, and
 * sees also a replica that has lost its primary: one that has replayed all it was sent calls itself up to date.
 */
export function replicaLag() {
  /** Positions of the primary that the replica has not reached, oldest first. */
  let unreached: { position: Position; at: number }[] = [];
  let replayed: Position | undefined;
  let hasBegun = false;
  return {
    /** @param at before the primary was asked, ms. */
    primaryWasAt: (position: Position, at: number) => {
      if (!hasBegun || unreached.length >= MAX_SEEN) {
        // Nobody knows how old a replica is that has not reached this one yet.
        unreached = [{ position, at: Number.NEGATIVE_INFINITY }];
        hasBegun = true;
      } else if (position > (unreached.at(-1)?.position ?? replayed ?? 0n)) unreached.push({ position, at });
    },
    replicaIsAt: (position: Position) => {
      replayed = position;
      const next = unreached.findIndex((one) => one.position > position);
      unreached = next < 0 ? [] : unreached.slice(next);
    },
    /** What was known about a replica that went away is void. */
    forget: () => {
      unreached = [];
      replayed = undefined;
      hasBegun = false;
    },
    hasReplayed: (position: Position) => replayed !== undefined && replayed >= position,
    /** How old its oldest missing change may be, ms. */
    lagMs: (now: number) =>
      hasBegun && replayed !== undefined ? now - (unreached[0]?.at ?? now) : Number.POSITIVE_INFINITY,
  };
}

/** A position in PostgreSQL's write-ahead log (an LSN). A larger one is later, also after a failover. */
export type Position = bigint;

/** Later than every other one. */
export const LAST_POSITION = 'FFFFFFFF/FFFFFFFF';

/** @param text as PostgreSQL writes it, such as `16/B374D848`. */
export function positionOf(text: string): Position {
  const [high, low] = text.split('/') as [string, string];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** A position behind everything that has been committed. The log may not have been written so far. */
async function primaryPosition(db: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_insert_lsn()::text as position`.execute(db);
  return rows[0]!.position;
}

/** How far a standby is. @throws Error if it is none, or that of another database. */
async function standbyPosition(db: Db, secret: string | undefined): Promise<string> {
  const { rows } = await sql<{ position: string | null; secret: string | null }>`select
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
    (select value from setting where name = 'visitor_secret') as secret`.execute(db);
  const found = rows[0]!;
  if (found.position === null) throw new Error('DATABASE_READ_URL is not a standby.');
  if (found.secret !== (secret ?? null))
    throw new Error('DATABASE_READ_URL is the standby of another database.');
  return found.position;
}
