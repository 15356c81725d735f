import pg from 'pg';
import type { System } from './system.ts';
import { verifyWrites } from './verify.ts';
import { type Outcome, startWriters } from './writers.ts';

/** What one scenario came to. */
export interface Result {
  name: string;
  /** What happened, in words. */
  what: string;
  /** One sentence for each broken promise. */
  broken: string[];
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Requests that the writers vote for: few, so that they compete for rows. */
export async function submitRequests({ origins, members }: System, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const response = await fetch(`${origins[0]}/requests`, {
      method: 'POST',
      headers: { ...members[0]!.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Fault ${i}`, artist: 'Nobody', genre: 'pop' }),
    });
    ids.push(((await response.json()) as { id: string }).id);
  }
  return ids;
}

/** Kills the server again and again while clients write; each acknowledged write must be there, once. */
export async function killRepeatedly(system: System, requests: string[], rounds: number): Promise<Result> {
  const writers = startWriters(system, requests);
  for (let round = 0; round < rounds; round++) {
    await delay(300 + Math.random() * 700);
    await system.end('SIGKILL');
    await system.start();
  }
  await delay(500);
  const outcome = await writers.stop();
  return result('kill -9', `${rounds} times`, outcome, await verifyWrites(system, outcome.acknowledged));
}

/** Terminates every database connection of the servers again and again; the process must live. */
export async function terminateConnections(
  system: System,
  requests: string[],
  databaseUrl: string,
  rounds: number,
): Promise<Result> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  const writers = startWriters(system, requests);
  let terminated = 0;
  for (let round = 0; round < rounds; round++) {
    await delay(20);
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and datname <> current_database()`,
    );
    terminated += rowCount ?? 0;
  }
  await delay(2000);
  const before = writers.outcome.acknowledged.length;
  await delay(1000);
  const recovered = writers.outcome.acknowledged.length > before;
  const outcome = await writers.stop();
  await admin.end();
  const broken = await verifyWrites(system, outcome.acknowledged);
  if (!system.isRunning()) broken.push('the server exited');
  if (!recovered) broken.push('no write succeeded after the last round');
  return result('lost connections', `${terminated} terminated in ${rounds} rounds`, outcome, broken);
}

/** Stops the server politely under load: every call that it accepted must be answered. */
export async function stopUnderLoad(system: System, requests: string[], rounds: number): Promise<Result> {
  const acknowledged: Outcome['acknowledged'] = [];
  const failed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const writers = startWriters(system, requests);
    await delay(500);
    const stopped = writers.stop();
    await system.end('SIGTERM');
    const outcome = await stopped;
    acknowledged.push(...outcome.acknowledged);
    for (const [status, count] of outcome.refusals) failed.push(...Array(count).fill(status));
    await system.start();
  }
  const broken = await verifyWrites(system, acknowledged);
  if (failed.length > 0)
    broken.push(`${failed.length} calls failed while the server stopped: ${failed.join(', ')}`);
  return { name: 'SIGTERM under load', what: `${rounds} times, ${acknowledged.length} writes`, broken };
}

/** Locks one request's row: votes for the others, and reads, must not wait for it. */
export async function lockRow(system: System, requests: string[], databaseUrl: string): Promise<Result> {
  const locker = new pg.Client({ connectionString: databaseUrl });
  await locker.connect();
  await locker.query('begin');
  await locker.query('select id from song_request where id = $1 for update', [requests[0]]);
  const stuck = Array.from({ length: 40 }, (_, i) => vote(system, requests[0]!, i));
  await delay(200);
  const others = await Promise.all(requests.slice(1).map((id, i) => vote(system, id, i)));
  const reads = await Promise.all(
    Array.from({ length: 20 }, () => timed(fetch(`${system.origins[0]}/requests/board`))),
  );
  const settled = await Promise.all(stuck);
  await locker.query('rollback');
  await locker.end();
  const broken: string[] = [];
  const slowest = (answers: { ms: number }[]) => Math.max(...answers.map(({ ms }) => ms));
  if (others.some(({ status }) => status !== 200)) broken.push('votes for other requests failed');
  if (slowest(others) > 3000)
    broken.push(`a vote for another request took ${Math.round(slowest(others))} ms`);
  if (slowest(reads) > 1000) broken.push(`a read took ${Math.round(slowest(reads))} ms`);
  if (slowest(settled) > 15_000)
    broken.push(`a vote for the locked request took ${Math.round(slowest(settled))} ms`);
  if (reads.some(({ status }) => status !== 200)) broken.push('reads failed');
  const wrong = settled.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
  if (wrong.length > 0) broken.push(`${wrong.length} of 40 votes for it got no 503 with Retry-After`);
  return {
    name: 'a locked row',
    what: `others ${Math.round(slowest(others))} ms, reads ${Math.round(slowest(reads))} ms`,
    broken,
  };
}

async function vote({ origins, members }: System, request: string, index: number) {
  const { headers } = members[index % members.length]!;
  return timed(fetch(`${origins[0]}/requests/${request}/votes`, { method: 'POST', headers }));
}

/** @returns status 0 for a connection that broke. */
async function timed(call: Promise<Response>) {
  const startedAt = performance.now();
  const response = await call.catch(() => undefined);
  await response?.arrayBuffer();
  return {
    ms: performance.now() - startedAt,
    status: response?.status ?? 0,
    retryAfter: response?.headers.has('retry-after') ?? false,
  };
}

function result(name: string, what: string, outcome: Outcome, broken: string[]): Result {
  const { acknowledged, refusals, withoutRetryAfter } = outcome;
  if (acknowledged.length === 0) broken.push('no write was acknowledged');
  for (const [status, count] of refusals)
    if (status >= 500 && status !== 503) broken.push(`${count} calls were answered with ${status}`);
  if (withoutRetryAfter > 0) broken.push(`${withoutRetryAfter} refusals did not say when to try again`);
  return { name, what: `${what}, ${acknowledged.length} acknowledged writes`, broken };
}
