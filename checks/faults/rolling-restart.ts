import { startBalancer } from './balancer.ts';
import { brokenForClients, delay, describe, type Result, type Stage, waitFor } from './lib/scenario.ts';
import { verifyWrites } from './lib/verify.ts';
import { startWriters } from './lib/writers.ts';

/** Two servers are restarted in turn behind a load balancer while clients write: no call fails. */
export async function restartInTurn({ system, requests, short }: Stage): Promise<Result> {
  const balancer = await startBalancer(system.origins);
  try {
    const writers = startWriters({ origins: [balancer.origin], members: system.members }, requests);
    const rounds = short ? 2 : 10;
    const broken: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const server = round % system.origins.length;
      await delay(500);
      if ((await system.end('SIGTERM', server)) !== 0) broken.push('a server did not end by itself');
      await system.start(server);
      if (!(await waitFor(() => balancer.isReady(system.origins[server]!))))
        broken.push('a restarted server did not become ready');
    }
    const outcome = await writers.stop();
    for (const [status, count] of outcome.refusals) broken.push(`${count} calls failed: ${status}`);
    broken.push(...brokenForClients(outcome), ...(await verifyWrites(system, outcome.acknowledged)));
    return { what: `${rounds} restarts, ${describe(outcome)}`, broken };
  } finally {
    balancer.stop();
  }
}
