import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { callOnce, type TimedAnswer } from './lib/calls.ts';
import { delay, type Result, type Stage } from './lib/scenario.ts';
import type { System } from './lib/system.ts';

/** The longest a call may wait for a lock before it is refused, ms. */
const REFUSED_AFTER_MS = 8000;
const STUCK = 40;

/** Locks one request's row: votes for the others, and reads, must not wait for it. */
export const lockRow = (stage: Stage) =>
  whileLocked(stage, {
    lock: `select id from song_request where id = '${stage.requests[0]}' for update`,
    stuck: (system, i) => vote(system, stage.requests[0]!, i),
    free: [
      ...stage.requests.slice(1).map((id, i) => (system: System) => vote(system, id, i)),
      ...READS.map((read) => (system: System) => get(system, read)),
    ],
  });

/** Locks the table of requests, as a careless migration does: what does not need it must not wait. */
export const lockTable = (stage: Stage) =>
  whileLocked(stage, {
    lock: 'lock table song_request in access exclusive mode',
    stuck: (system, i) => vote(system, stage.requests[i % stage.requests.length]!, i),
    free: ['/track', '/explore', '/playlist'].map((read) => (system) => get(system, read)),
  });

/** Locks an advisory key, which we do not use: nothing may wait. */
export const lockAdvisory = (stage: Stage) =>
  whileLocked(stage, {
    lock: 'select pg_advisory_lock(1), pg_advisory_lock(0)',
    free: [
      ...stage.requests.map((id, i) => (system: System) => vote(system, id, i)),
      ...READS.map((read) => (system: System) => get(system, read)),
    ],
  });

/** Another process, such as a backup, holds SQLite's only write lock: reads must not wait. */
export async function lockFile({ system, requests }: Stage): Promise<Result> {
  const free = (count: number) => Promise.all(Array.from({ length: count }, () => get(system, '/track')));
  const usual = await free(20);
  const other = new DatabaseSync(path.join(system.folder, 'ovation.db'), { timeout: 5000 });
  other.exec('begin immediate');
  const stuck = Promise.all(Array.from({ length: STUCK }, (_, i) => vote(system, requests[0]!, i)));
  await delay(200);
  const reads = await free(20);
  const refused = await stuck;
  other.exec('rollback');
  other.close();
  return judge({ refused, usual, others: reads, afterwards: await vote(system, requests[0]!, 0) });
}

/** Two sessions lock the same rows in opposite order, again and again. */
export async function deadlock({ system, requests }: Stage): Promise<Result> {
  const client = new pg.Client({ connectionString: system.databaseUrl! });
  await client.connect();
  let deadlocks = 0;
  let votes: TimedAnswer[] = [];
  for (let round = 0; round < 5; round++) {
    // A vote locks its request first and the counts of the board last.
    await client.query('begin');
    await client.query('select requests from board_count for update');
    const voting = requests.map((id, i) => vote(system, id, i));
    await delay(50);
    const lock = client.query('select id from song_request where id = any($1) for update', [requests]);
    await lock.catch(() => deadlocks++);
    await client.query('rollback');
    votes = votes.concat(await Promise.all(voting));
  }
  await client.end();
  const failed = votes.filter(({ status }) => status !== 200);
  const broken = failed.length > 0 ? [`${failed.length} of ${votes.length} votes failed`] : [];
  return { what: `${votes.length} votes against 5 lockers, of which ${deadlocks} lost`, broken };
}

const READS = ['/requests/board', '/track', '/explore'];

interface Locked {
  /** The statement that locks. */
  lock: string;
  /** A call that needs the lock. */
  stuck?: (system: System, index: number) => Promise<TimedAnswer>;
  /** Calls that do not. */
  free: ((system: System) => Promise<TimedAnswer>)[];
}

async function whileLocked({ system }: Stage, { lock, stuck, free }: Locked): Promise<Result> {
  const callFree = () => Promise.all(free.flatMap((call) => Array.from({ length: 4 }, () => call(system))));
  const usual = await callFree();
  const locker = new pg.Client({ connectionString: system.databaseUrl! });
  await locker.connect();
  await locker.query('begin');
  await locker.query(lock);
  const refused = stuck && Promise.all(Array.from({ length: STUCK }, (_, i) => stuck(system, i)));
  await delay(200);
  const others = await callFree();
  const refusals = (await refused) ?? [];
  await locker.query('rollback');
  await locker.end();
  return judge({ refused: refusals, usual, others, afterwards: await (stuck ?? free[0]!)(system, 0) });
}

interface Answers {
  refused: TimedAnswer[];
  /** Answers to calls that do not need the lock, before and during it. */
  usual: TimedAnswer[];
  others: TimedAnswer[];
  afterwards: TimedAnswer;
}

function judge({ refused, usual, others, afterwards }: Answers): Result {
  const broken: string[] = [];
  const failed = others.filter(({ status }) => status !== 200);
  if (failed.length > 0) broken.push(`${failed.length} calls that do not need the lock failed`);
  // A busy machine is slow before, too.
  if (slowest(others) > 1000 + 3 * slowest(usual)) broken.push(`one of them took ${slowest(others)} ms`);
  const wrong = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
  if (wrong.length > 0)
    broken.push(`${wrong.length} calls that need the lock got no 503 with Retry-After: ${wrong[0]!.status}`);
  if (slowest(refused) > REFUSED_AFTER_MS) broken.push(`one of those took ${slowest(refused)} ms`);
  if (afterwards.status !== 200)
    broken.push(`the call after the lock was answered with ${afterwards.status}`);
  return {
    what: `${refused.length} refused within ${slowest(refused)} ms, ${others.length} others within ${slowest(others)} ms`,
    broken,
  };
}

const slowest = (answers: TimedAnswer[]) => Math.round(Math.max(0, ...answers.map(({ ms }) => ms)));

const vote = (system: System, request: string, index: number) =>
  callOnce(system, `/requests/${request}/votes`, { method: 'POST', member: index });

const get = (system: System, path: string) => callOnce(system, path, { member: 0 });
