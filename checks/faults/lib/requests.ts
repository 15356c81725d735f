import { callOnce } from './calls.ts';
import { delay } from './scenario.ts';
import type { System } from './system.ts';

/** Retries of a submission after a 503, which the start of a standby can cause. */
const TRIES = 20;

/** Submits song requests. @returns their ids. */
export async function submitRequests(system: System, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = { title: `Fault ${i}`, artist: 'Nobody', genre: 'pop' };
    ids.push(await submit(system, body));
  }
  return ids;
}

async function submit(system: System, body: object): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const answer = await callOnce(system, '/requests', { method: 'POST', body });
    if (answer.status === 201) return (answer.body as { id: string }).id;
    if (answer.status !== 503 || attempt === TRIES)
      throw new Error(`A song request was answered with ${answer.status}.`);
    await delay(250);
  }
}
