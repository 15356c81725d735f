import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Engine } from './db/engine.ts';
import type { Db, JobTable, Tx } from './db/schema.ts';
import { messageOf } from './recent-errors.ts';
import { traced } from './tracing.ts';

/**
 * Everything that happens later is a row of the table `job`: work that follows from a change is enqueued in the
 * change's own transaction, periodic work is one row with a next time. Each server runs one worker. A job is done at
 * least once; `RunningJob.end` makes what it writes happen exactly once.
 */

/** Parts of a context that the worker needs. */
export interface JobContext {
  db: Db;
  engine: Engine;
  /** Epoch milliseconds. */
  clock: () => number;
}

/** A job under this server's lease. */
export interface RunningJob {
  id: string;
  /** Id of its subject; '' without one. */
  key: string;
  /** This one included. */
  attempts: number;
  /** Time when it was enqueued, epoch ms. */
  createdAt: number;
  /** Aborts when the server stops or the lease is lost. */
  signal: AbortSignal;
  /** Condition: this server still has the job. For writes that must not come from a server that has lost it. */
  isHeld: RawBuilder<boolean>;
  /** Logs what does not keep the job from being done. */
  report: (error: unknown) => void;
  /** Deletes the job, in the transaction of what it writes. @throws LeaseLost if another server has it now. */
  end: (tx: Tx) => Promise<void>;
}

/** A job is to run again, ms from now. */
export interface Again {
  inMs: number;
}

/** Definition of one kind of job. */
export interface JobKind<C = unknown> {
  /**
   * @returns when to run it again; nothing ends it.
   * @throws what kept it from being done: it is retried.
   */
  run: (c: C, payload: never, job: RunningJob) => Promise<Again | undefined> | Promise<void>;
  /** Makes it periodic: ms between two runs, on all servers together. */
  everyMs?: number;
  /** Waits while the server still does what a newcomer waits for, see `Feature.run`. */
  canWait?: true;
  /** Jobs of this kind that run at once on one server; 1 by default. */
  atOnce?: number;
  /** The wait before the next attempt, ms; undefined gives up. Half a minute that doubles up to an hour by default. */
  retryMs?: (attempts: number) => number | undefined;
}

export type JobKinds<C = never> = Readonly<Record<string, JobKind<C>>>;

type Job = Selectable<JobTable>;

/** A job whose lease was not renewed for this long may be claimed by another server; ms. */
export const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5000;
/** Poll interval for jobs that nobody announced, such as those of a server that died; ms. */
const LOOK_EVERY_MS = 5000;
/** Attempts of a job before it is shown as failed, and the waits between them, ms. */
const ATTEMPTS = 10;
const RETRY_MS = { first: 30_000, longest: 3_600_000 };
/** Failed jobs are kept for an admin to see, ms. */
const KEPT_MS = 30 * 86_400_000;
/** Characters of an error. */
const ERROR_MAX = 500;

/** The key of the one row of a periodic job. */
const PERIODIC = 'periodic';

export class LeaseLost extends Error {
  constructor() {
    super('Another server has taken this job, or it is no longer wanted.');
  }
}

export interface NewJob {
  kind: string;
  /** Of two jobs with one key, only one waits: the earlier of the two times counts, and the later payload. */
  key?: string;
  payload?: object;
  /** Epoch ms. */
  run_at: number;
}

/** Enqueues jobs in the transaction of what they follow from, and wakes a worker after its commit. */
export async function enqueue(tx: Db | Tx, engine: Engine, ...jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  if (!tx.isTransaction) return tx.transaction().execute((tx) => enqueue(tx, engine, ...jobs));
  const rows = jobs.map(({ kind, key = null, payload = {}, run_at }) => {
    const at = { run_at, created_at: run_at, updated_at: run_at };
    return { id: randomUUID(), kind, key, payload: JSON.stringify(payload), attempts: 0, ...at };
  });
  await tx
    .insertInto('job')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .where('lease', 'is', null)
        .where('run_at', 'is not', null)
        .doUpdateSet(({ ref }) => ({
          payload: ref('excluded.payload'),
          run_at: sql<number>`case when excluded.run_at < job.run_at then excluded.run_at else job.run_at end`,
        })),
    )
    .execute();
  await wakeWorkers(tx, engine);
}

/** Makes a periodic job due earlier. @param at epoch ms. */
export const hurry = (tx: Db | Tx, engine: Engine, kind: string, at: number): Promise<void> =>
  enqueue(tx, engine, { kind, key: PERIODIC, run_at: at });

/** Wakes the workers of all servers, after the commit. */
const wakeWorkers = (tx: Db | Tx, engine: Engine) => engine.notify('jobs', '').execute(tx);

/**
 * Says that something happened, in the transaction in which it happened. Every job kind that listens to it gets a job
 * with this payload.
 */
export const emit = (tx: Tx, engine: Engine, event: string, payload: object, at: number): Promise<void> =>
  enqueue(tx, engine, { kind: eventKind(event), payload, run_at: at });

const eventKind = (event: string) => `event:${event}`;

/**
 * Adds the kinds that hand events on: each event enqueues a job of every kind that listens to it, and makes periodic
 * ones due.
 * @param listeners kinds by event, of each feature.
 */
export function withEvents<C extends JobContext>(
  kinds: JobKinds<C>,
  listeners: readonly Readonly<Record<string, string>>[],
): JobKinds<C> {
  const handOn =
    (event: string) =>
    (c: C, payload: object, job: RunningJob): Promise<void> =>
      c.db.transaction().execute(async (tx) => {
        await job.end(tx);
        const run_at = c.clock();
        const next = listeners
          .flatMap(({ [event]: kind }) => kind ?? [])
          .map((kind) => ({ kind, payload, run_at, ...(kinds[kind]!.everyMs && { key: PERIODIC }) }));
        await enqueue(tx, c.engine, ...next);
      });
  const events = new Set(listeners.flatMap((one) => Object.keys(one)));
  return {
    ...kinds,
    ...Object.fromEntries([...events].map((event) => [eventKind(event), { run: handOn(event), atOnce: 4 }])),
  };
}

/** Does jobs until it is stopped. */
export interface Worker {
  /** Ends once running jobs rest: those that heed their signal give their lease back. */
  stop: () => Promise<void>;
}

/**
 * Starts this server's worker.
 * @param onError receives what jobs throw, for the log.
 * @param isHeldBack whether jobs of a kind have to wait for now.
 */
export function startWorker<C extends JobContext>(
  c: C,
  kinds: JobKinds<C>,
  onError: (error: unknown, what: string) => void,
  isHeldBack: (kind: string) => boolean = () => false,
): Worker {
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();
  const held = new Map<string, Held>();
  const counts = new Map<string, number>();
  let wake = () => {};
  let isWoken = false;
  const wakeUp = () => {
    isWoken = true;
    wake();
  };

  const start = (job: Job) => {
    counts.set(job.kind, (counts.get(job.kind) ?? 0) + 1);
    const one: Held = { job, lost: new AbortController() };
    held.set(job.id, one);
    const work = runClaimed(c, kinds, one, stopped.signal, onError)
      .catch((error) => onError(error, `job ${job.kind}`))
      .finally(() => {
        running.delete(work);
        held.delete(job.id);
        counts.set(job.kind, counts.get(job.kind)! - 1);
        wakeUp();
      });
    running.add(work);
  };

  const loop = async () => {
    while (!stopped.signal.aborted) {
      isWoken = false;
      let wait = LOOK_EVERY_MS;
      try {
        const free = Object.entries(kinds)
          .filter(([kind, { atOnce = 1 }]) => (counts.get(kind) ?? 0) < atOnce && !isHeldBack(kind))
          .map(([kind]) => kind);
        const next = await claimNext(c, free);
        if (next.job) {
          start(next.job);
          continue;
        }
        wait = Math.max(0, Math.min(wait, next.waitMs));
      } catch (error) {
        onError(error, 'claiming a job');
      }
      if (isWoken || stopped.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };

  const renewing = renew(c, held, stopped.signal);
  const listening = c.engine.listen('jobs', { onMessage: wakeUp, onReconnect: wakeUp });
  const ended = insertPeriodic(c, kinds)
    .catch((error) => onError(error, 'enqueuing periodic jobs'))
    .then(loop);
  return {
    stop: async () => {
      stopped.abort();
      wakeUp();
      (await listening).stop();
      await ended;
      await Promise.all(running);
      await renewing;
    },
  };
}

interface Held {
  job: Job;
  lost: AbortController;
}

/** Renews the leases of what runs; a job whose lease is lost is told so. */
async function renew(c: JobContext, held: Map<string, Held>, stop: AbortSignal): Promise<void> {
  // Leases are renewed until the last job rests.
  while (!stop.aborted || held.size > 0) {
    await sleep(stop.aborted ? 100 : RENEW_EVERY_MS, undefined, { signal: stop }).catch(() => {});
    if (held.size === 0) continue;
    const mine = [...held.values()].map(({ job }) => job);
    try {
      const rows = await c.db
        .updateTable('job')
        .set({ run_at: c.clock() + LEASE_MS })
        .where(
          'id',
          'in',
          mine.map(({ id }) => id),
        )
        .where(
          'lease',
          'in',
          mine.map(({ lease }) => lease),
        )
        .returning('id')
        .execute();
      const kept = new Set(rows.map(({ id }) => id));
      for (const { id } of mine) if (!kept.has(id)) held.get(id)?.lost.abort(new LeaseLost());
    } catch {
      // The database may be away for a moment; if it stays away, the leases expire.
    }
    if (stop.aborted) await sleep(100);
  }
}

/** Each periodic kind has one row, which any server may run. */
async function insertPeriodic<C extends JobContext>(c: C, kinds: JobKinds<C>): Promise<void> {
  const periodic = Object.keys(kinds).filter((kind) => kinds[kind]!.everyMs !== undefined);
  if (periodic.length === 0) return;
  const rows = await c.db
    .selectFrom('job')
    .where('kind', 'in', periodic)
    .where('key', '=', PERIODIC)
    .where('run_at', 'is not', null)
    .select('kind')
    .execute();
  const known = new Set(rows.map(({ kind }) => kind));
  const run_at = c.clock();
  const missing = periodic.filter((kind) => !known.has(kind));
  await enqueue(c.db, c.engine, ...missing.map((kind) => ({ kind, key: PERIODIC, run_at })));
}

/**
 * Claims the job that has been due for longest, or one whose server has died.
 * @param kinds of which this server can run another one.
 * @returns how long until one is due otherwise, ms.
 */
export function claimNext(
  { db, engine, clock }: JobContext,
  kinds: readonly string[],
): Promise<{ job?: Job; waitMs: number }> {
  const now = clock();
  return db.transaction().execute(async (tx) => {
    const wanted = engine.rowsOf(
      'wanted',
      { kind: 'text' },
      kinds.map((kind) => ({ kind })),
    );
    const { rows } = await sql<{ kind: string; due: number | null }>`select * from (select wanted.kind,
        (select min(job.run_at) from job where job.kind = wanted.kind and job.run_at is not null) as due
      from ${wanted}) as next where due is not null order by due`.execute(tx);
    for (const { kind, due } of rows) {
      if (due! > now) return { waitMs: due! - now };
      const job = await claimOf(tx, engine, kind, now);
      if (job) return { job, waitMs: 0 };
    }
    return { waitMs: LOOK_EVERY_MS };
  });
}

async function claimOf(tx: Tx, engine: Engine, kind: string, now: number): Promise<Job | undefined> {
  const found = await engine
    .lockRow(
      tx
        .selectFrom('job')
        .where('kind', '=', kind)
        .where('run_at', '<=', now)
        // Of two jobs with one key, only one runs.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('job as other')
                .whereRef('other.kind', '=', 'job.kind')
                .whereRef('other.key', '=', 'job.key')
                .where('other.lease', 'is not', null)
                .where('other.run_at', '>', now)
                .select('other.id'),
            ),
          ),
        )
        .orderBy('run_at')
        .orderBy('created_at')
        .limit(1)
        .selectAll(),
      'skip',
    )
    .executeTakeFirst();
  if (!found) return undefined;
  const claim = { lease: randomUUID(), attempts: found.attempts + 1, run_at: now + LEASE_MS };
  await tx.updateTable('job').set(claim).where('id', '=', found.id).execute();
  return { ...found, ...claim };
}

/** Runs a claimed job, and notes how it went. */
export async function runClaimed<C extends JobContext>(
  c: C,
  kinds: JobKinds<C>,
  { job, lost }: Held,
  stop: AbortSignal,
  onError: (error: unknown, what: string) => void,
): Promise<void> {
  const kind = kinds[job.kind]!;
  const { id, attempts } = job;
  let isOver = false;
  const running: RunningJob = {
    id,
    key: job.key ?? '',
    attempts,
    isHeld: sql`exists (select 1 from job where job.id = ${id} and job.lease = ${job.lease})`,
    report: (error) => onError(error, `job ${job.kind}`),
    createdAt: job.created_at,
    signal: AbortSignal.any([lost.signal, stop]),
    end: async (tx) => {
      if (!(await deleteJob(tx, job))) throw new LeaseLost();
      isOver = true;
    },
  };
  const again = (changes: Partial<JobTable>) => release(c, job, changes);
  try {
    const run = async (): Promise<Again | undefined> =>
      (await kind.run(c, JSON.parse(job.payload) as never, running)) ?? undefined;
    const wish = await traced(`job ${job.kind}`, run)();
    const next = wish?.inMs ?? kind.everyMs;
    if (next !== undefined) await again({ run_at: c.clock() + next, attempts: 0, error: null });
    else if (!isOver) await deleteJob(c.db, job);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // A job that was interrupted by the stop has not failed.
    if (stop.aborted) return again({ run_at: c.clock(), attempts: attempts - 1 });
    onError(error, `job ${job.kind}`);
    const wait = kind.everyMs ?? (kind.retryMs ?? usualRetryMs)(attempts);
    const next =
      wait === undefined ? null : c.clock() + (kind.everyMs ? Math.min(wait, RETRY_MS.longest) : wait);
    await again({ run_at: next, error: messageOf(error).slice(0, ERROR_MAX) });
  }
}

const usualRetryMs = (attempts: number) =>
  attempts < ATTEMPTS ? Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** (attempts - 1)) : undefined;

/** @returns whether this server still had it. */
async function deleteJob(db: Db | Tx, { id, lease }: Pick<Job, 'id' | 'lease'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Gives a job's lease back. One with the same key that was enqueued meanwhile takes its place. */
async function release(
  { db, engine, clock }: JobContext,
  { id, lease }: Job,
  changes: Partial<JobTable>,
): Promise<void> {
  try {
    await db
      .updateTable('job')
      .set({ lease: null, updated_at: clock(), ...changes })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute();
  } catch (error) {
    if (!engine.isDuplicate(error)) throw error;
    await deleteJob(db, { id, lease });
  }
}

/** Least time between two writes of progress, ms, and the most while nothing changes. */
const PROGRESS_MS = { least: 500, most: 5000 };

/**
 * Writes the progress of a running job until `end`.
 * @param write resolves to whether the job is still wanted.
 * @returns a signal that aborts when it is not, or with `stop`.
 */
export function followProgress<Progress>(
  first: Progress,
  write: (progress: Progress) => Promise<boolean>,
  stop: AbortSignal,
) {
  const unwanted = new AbortController();
  const ended = new AbortController();
  let progress = first;
  let written = first;
  const run = async () => {
    for (let rounds = 1; !ended.signal.aborted; rounds++) {
      await sleep(PROGRESS_MS.least, undefined, { signal: ended.signal }).catch(() => {});
      if (ended.signal.aborted) return;
      if (rounds % (PROGRESS_MS.most / PROGRESS_MS.least) !== 0 && progress === written) continue;
      written = progress;
      // The database may be away for a moment.
      if (await write(progress).catch(() => true)) continue;
      unwanted.abort(new LeaseLost());
      return;
    }
  };
  const running = run();
  return {
    signal: AbortSignal.any([unwanted.signal, stop]),
    onProgress: (value: Progress) => {
      progress = value;
    },
    end: async () => {
      ended.abort();
      await running;
    },
  };
}

/** Removes a job that waits or has failed, by its kind and key. */
export async function dequeue(tx: Db | Tx, kind: string, key: string): Promise<void> {
  await tx.deleteFrom('job').where('kind', '=', kind).where('key', '=', key).execute();
}

/** Jobs whose last attempt failed, the latest first. */
export const listFailing = (db: Db, limit: number): Promise<Job[]> =>
  db
    .selectFrom('job')
    .where('error', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .selectAll()
    .execute();

/** Runs a failed job again. @returns whether there was one. */
export function retryJob({ db, engine, clock }: JobContext, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const failed = await tx
      .deleteFrom('job')
      .where('id', '=', id)
      .where('run_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!failed) return false;
    const { kind, key, payload } = failed;
    const job = { kind, payload: JSON.parse(payload), run_at: clock() };
    await enqueue(tx, engine, { ...job, ...(key !== null && { key }) });
    return true;
  });
}

/** Counts the jobs of each kind that wait, run or have failed. */
export async function countJobs(db: Db): Promise<{ kind: string; state: string; count: number }[]> {
  const state = sql<string>`case when run_at is null then 'failed' when lease is null then 'waiting' else 'running' end`;
  const rows = await db
    .selectFrom('job')
    .groupBy(['kind', state])
    .select(({ fn }) => ['kind', state.as('state'), fn.countAll<number>().as('count')])
    .execute();
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

/** Deletes failed jobs that nobody retried. Runs daily. */
export async function pruneJobs({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('job')
    .where('run_at', 'is', null)
    .where('updated_at', '<', clock() - KEPT_MS)
    .execute();
}
