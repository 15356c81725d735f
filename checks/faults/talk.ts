import { randomUUID } from 'node:crypto';
import { mailServer } from '../../server/platform/mail/testing/mail-server.ts';
import type { PostgresCluster } from '../../server/testing/databases/postgres.ts';
import { callOnce } from './lib/calls.ts';
import { submitRequests } from './lib/requests.ts';
import { delay, type Result, waitFor } from './lib/scenario.ts';
import { openSystem, type System } from './lib/system.ts';

/**
 * Kills a server while members comment, people are told and mails are sent: each acknowledged comment is there, once,
 * all are told, and nobody gets a mail twice.
 */
export async function killInConversation(
  cluster: PostgresCluster | undefined,
  { short }: { short: boolean },
): Promise<Result> {
  const post = await mailServer();
  const settings = { SMTP_URL: post.url, PUBLIC_URL: 'https://ovation.example' };
  const system = await openSystem({ postgres: cluster, settings });
  try {
    const [subject] = await submitRequests(system, 1);
    const writers = startTalk(system, subject!);
    const rounds = short ? 3 : 20;
    for (let round = 0; round < rounds; round++) await killSoon(system);
    const acknowledged = await writers.stop();
    const broken = await verifyTalk(system, acknowledged);
    await endHour(system);
    await waitFor(() => post.complete.length > 0);
    for (let round = 0; round < rounds; round++) await killSoon(system, endHour);
    if (!(await waitFor(async () => (await emailsLeft(system)) === 0))) broken.push('mails were not sent');
    if (new Set(post.complete).size < post.complete.length) broken.push('a mail was sent twice');
    const what = `${2 * rounds} kills, ${acknowledged.length} acknowledged comments, ${post.complete.length} mails`;
    return { what, broken };
  } finally {
    await system.close();
    post.close();
  }
}

async function killSoon(system: System, meanwhile?: typeof endHour): Promise<void> {
  await delay(200 + Math.random() * 500);
  await system.end('SIGKILL');
  await meanwhile?.(system);
  await system.start();
}

/** Comments with several members until `stop` is called; who gets no answer sends the same again. */
function startTalk(system: System, subject: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  const talking = system.members.map(async (_, member) => {
    for (let text = randomUUID(); !isOver; ) {
      const body = { on: 'request', subject, text };
      const headers = { 'idempotency-key': text };
      const { status } = await callOnce(system, '/comments', { method: 'POST', member, headers, body });
      if (status === 201) {
        acknowledged.push(text);
        text = randomUUID();
      } else await delay(50);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(talking);
    return acknowledged;
  };
  return { stop };
}

/** Looks for comments that are missing or double, and for people who were not told. */
async function verifyTalk({ database: { db }, members }: System, acknowledged: string[]): Promise<string[]> {
  const broken = acknowledged.length > 0 ? [] : ['no comment was acknowledged'];
  const rows = await db.selectFrom('comment').select('text').execute();
  const texts = new Set(rows.map(({ text }) => text));
  const missing = acknowledged.filter((text) => !texts.has(text)).length;
  if (missing > 0) broken.push(`${missing} of ${acknowledged.length} acknowledged comments are missing`);
  if (texts.size < rows.length) broken.push('a comment is there twice');
  const waiting = db
    .selectFrom('job')
    .where('kind', '=', 'comments.tell')
    .where('run_at', 'is not', null)
    .select('id');
  // The dead servers' leases expire.
  if (!(await waitFor(async () => (await waiting.execute()).length === 0, 150_000)))
    broken.push('jobs were left undone');
  const told = await db.selectFrom('notification').where('kind', '=', 'comment').select('user_id').execute();
  if (told.length !== members.length) broken.push(`${told.length} of ${members.length} people were told`);
  return broken;
}

/** Makes the mails due that tell of the last hour, also those that a dead server has claimed. */
const endHour = ({ database: { db } }: System) =>
  db.updateTable('notification').set({ email_due_at: 0 }).where('email_due_at', 'is not', null).execute();

async function emailsLeft({ database: { db } }: System): Promise<number> {
  return (await db.selectFrom('notification').where('email_due_at', 'is not', null).select('id').execute())
    .length;
}
