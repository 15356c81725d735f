import { callOnce } from './calls.ts';
import type { System } from './system.ts';

/** Submits song requests. @returns their ids. */
export async function submitRequests(system: System, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const body = { title: `Fault ${i}`, artist: 'Nobody', genre: 'pop' };
    const answer = await callOnce(system, '/requests', { method: 'POST', body });
    ids.push((answer.body as { id: string }).id);
  }
  return ids;
}
