import { randomUUID } from 'node:crypto';
import { grantMonthly } from '../../../server/features/credits/credits.ts';
import { callOnce } from './calls.ts';
import { brokenForClients, delay, describe, type Result, type Stage, waitFor } from './scenario.ts';
import type { System } from './system.ts';
import { verifyWrites } from './verify.ts';
import { startWriters } from './writers.ts';

/** Several servers share a database; one of them is killed, and the others know everything it did. */
export async function shareDatabase({
  system,
  requests,
  short,
}: Pick<Stage, 'system' | 'requests' | 'short'>): Promise<Result> {
  const broken = [
    ...(await shareSessions(system)),
    ...(await shareVotes(system, requests[0]!)),
    ...(await shareEvents(system, requests[1]!)),
    ...(await shareEvents(system, requests[1]!, 'comment')),
    ...(await shareGrants(system)),
  ];
  const writers = startWriters(system, requests);
  for (let round = 0; round < (short ? 2 : 20); round++) {
    await delay(500);
    await system.end('SIGKILL', round % system.origins.length);
    await system.start(round % system.origins.length);
  }
  const outcome = await writers.stop();
  broken.push(...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged)));
  return { what: `${system.origins.length} servers, ${describe(outcome)}`, broken };
}

/** One server answers, another does the jobs; while it is gone they wait, and nobody who calls notices. */
export async function workApart({ system, requests }: Stage): Promise<Result> {
  const [web, worker] = [0, 1];
  const due = async () => {
    const { count } = await system.database.db
      .selectFrom('job')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('run_at', '<=', Date.now())
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const statusOf = async (address: string) => (await fetch(system.origins[worker]! + address)).status;
  const broken: string[] = [];
  if ((await statusOf('/readyz')) !== 200) broken.push('the worker is not ready');
  if ((await statusOf('/requests')) !== 404) broken.push('the worker answers people');
  if (!(await waitFor(async () => (await due()) === 0))) broken.push('the worker left jobs undone');
  await system.end('SIGKILL', worker);
  const writers = startWriters({ ...system, origins: [system.origins[web]!] }, requests);
  await delay(2000);
  const outcome = await writers.stop();
  const waiting = await due();
  if (waiting === 0) broken.push('no job waited for the worker, so this proves nothing');
  await system.start(worker);
  if (!(await waitFor(async () => (await due()) === 0, 60_000))) broken.push('jobs were left undone');
  broken.push(...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged)));
  return { what: `${waiting} jobs waited, ${describe(outcome)}`, broken };
}

/** Logging out of one server logs out of all. */
async function shareSessions(system: System): Promise<string[]> {
  const leaving = system.members.length - 1;
  const statuses = () =>
    Promise.all(
      system.origins.map(
        async (_, server) => (await callOnce(system, '/auth/me', { member: leaving, server })).status,
      ),
    );
  const before = await statuses();
  await callOnce(system, '/auth/logout', { method: 'POST', member: leaving });
  const after = await statuses();
  system.members.pop();
  const broken: string[] = [];
  if (before.some((status) => status !== 200))
    broken.push(`a session was answered with ${before.join(', ')}`);
  if (after.some((status) => status !== 401))
    broken.push(`an ended session was answered with ${after.join(', ')}`);
  return broken;
}

const SAME_KEY = randomUUID();

/** A vote that is sent to every server at once, with one key, counts once. */
async function shareVotes(system: System, request: string): Promise<string[]> {
  const votes = () =>
    Promise.all(
      system.origins.map((_, server) =>
        callOnce(system, `/requests/${request}/votes`, {
          method: 'POST',
          server,
          headers: { 'idempotency-key': SAME_KEY },
        }),
      ),
    );
  const answers = [...(await votes()), ...(await votes())];
  const statuses = answers.map(({ status }) => status);
  const { body } = await callOnce(system, `/requests/${request}`);
  const broken: string[] = [];
  if (statuses.some((status) => status !== 200))
    broken.push(`a repeated vote was answered with ${statuses.join(', ')}`);
  if ((body as { votes: number }).votes !== 1) broken.push('a vote with one key was counted more than once');
  return broken;
}

/** A listener to the board at one server hears of a vote or a comment at another. */
export async function shareEvents(
  system: System,
  request: string,
  act: 'vote' | 'comment' = 'vote',
): Promise<string[]> {
  const stop = new AbortController();
  const heard = await Promise.all(
    system.origins.map(async (origin) => {
      const response = await fetch(`${origin}/requests/events`, { signal: stop.signal });
      return heardOf(response, request);
    }),
  );
  if (act === 'vote') await callOnce(system, `/requests/${request}/votes`, { method: 'POST' });
  else {
    const body = { on: 'request', subject: request, text: 'Heard everywhere' };
    await callOnce(system, '/comments', { method: 'POST', body });
  }
  const inTime = await Promise.race([
    Promise.all(heard.map(({ event }) => event)).then(() => true),
    delay(5000),
  ]);
  stop.abort();
  return inTime ? [] : [`a server did not tell its listeners of a ${act} at another one`];
}

/** Resolves once the stream is open; `event` resolves when it names the request. */
async function heardOf(response: Response, request: string): Promise<{ event: Promise<void> }> {
  const event = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes(request)) return;
    }
  })();
  event.catch(() => {});
  return { event };
}

/** Monthly credits that several servers grant at once are granted once. */
async function shareGrants({ database, members }: System): Promise<string[]> {
  const { db, engine } = database;
  await db.updateTable('credits').set({ grant_due_at: 0 }).execute();
  await Promise.all(Array.from({ length: 4 }, () => grantMonthly({ db, engine, clock: Date.now })));
  const balances = await db
    .selectFrom('credits')
    .where(
      'user_id',
      'in',
      members.map(({ id }) => id),
    )
    .select('grant_due_at')
    .execute();
  // `ledger check` finds a grant that was made twice.
  return balances.every(({ grant_due_at }) => grant_due_at !== 0) ? [] : ['a monthly grant was not made'];
}
