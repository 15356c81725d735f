import { startOverload } from '../overload.ts';
import { brokenForClients, delay, describe, type Result, type Stage, waitFor } from './scenario.ts';
import { verifyWrites } from './verify.ts';
import { startWriters } from './writers.ts';

/** Writes that are acknowledged before a server is killed, and the longest wait for them, ms. */
const WRITES = { count: 1000, maxMs: 30_000 };

/** Kills a server again and again while clients write; each acknowledged write must be there, once. */
export async function killRepeatedly({ system, requests, short }: Stage): Promise<Result> {
  const rounds = short ? 3 : 50;
  const writers = startWriters(system, requests);
  for (let round = 0; round < rounds; round++) {
    const server = round % system.origins.length;
    const before = writers.outcome.acknowledged.length;
    const enough = () => writers.outcome.acknowledged.length - before >= WRITES.count;
    if (!short) await waitFor(enough, WRITES.maxMs);
    await delay(300 + Math.random() * 700);
    await system.end('SIGKILL', server);
    await system.start(server);
  }
  await delay(500);
  const outcome = await writers.stop();
  const broken = [...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged))];
  return { what: `${times(rounds)}, ${describe(outcome)}`, broken };
}

/** Stops a server politely while clients go on and the machine is busy: each call that reaches it is answered. */
export async function stopUnderLoad({ system, requests, short }: Stage): Promise<Result> {
  const rounds = short ? 1 : 20;
  const writers = startWriters(system, requests);
  const codes: (number | null)[] = [];
  for (let round = 0; round < rounds; round++) {
    const endOverload = startOverload();
    await delay(500);
    codes.push(await system.end('SIGTERM'));
    endOverload();
    await system.start();
  }
  const outcome = await writers.stop();
  const failed = codes.filter((code) => code !== 0).length;
  const broken = failed > 0 ? [`the server did not end by itself (${failed} of ${rounds})`] : [];
  broken.push(...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged)));
  for (const [status, count] of outcome.refusals)
    if (status !== 'not connected' && status !== 503)
      broken.push(`${count} calls that reached the server failed: ${status}`);
  return { what: `${times(rounds)}, ${describe(outcome)}`, broken };
}

const times = (rounds: number) => (rounds === 1 ? 'once' : `${rounds} times`);
