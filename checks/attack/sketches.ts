import http from 'node:http';
import { text } from 'node:stream/consumers';
import { flood } from './flood.ts';
import type { Finding } from './lib/report.ts';
import { delay } from './lib/sockets.ts';
import type { Target } from './lib/target.ts';

const GREEDY = 14;
const ASKED = 9;

/** Free accounts of one address ask for sketches all the time; a member who pays has to hear each that they ask for. */
export async function sketches(target: Target, member: { token: string }): Promise<Finding[]> {
  const finding = await flood(target, 'sketches', async () => {
    const free = await Promise.all(Array.from({ length: GREEDY }, (_, i) => join(target, i)));
    let [stopped, played] = [false, 0];
    const greedy = free.map(async (token) => {
      while (!stopped) {
        if ((await sketch(target, token, '127.0.5.1')) === 'ready') played++;
        else await delay(200);
      }
    });
    await delay(1000);
    const heard: string[] = [];
    for (let i = 0; i < ASKED; i++) {
      heard.push(await sketch(target, member.token, '127.0.5.2'));
      // Six a minute.
      await delay(10_000);
    }
    stopped = true;
    await Promise.all(greedy);
    const ready = heard.filter((state) => state === 'ready').length;
    if (ready < ASKED) throw new Error(`the member heard ${ready} of ${ASKED}: ${heard.join(', ')}`);
    return `the member heard ${ready}, ${GREEDY} free accounts ${played}`;
  });
  return [finding];
}

async function join({ host, port }: Target, i: number): Promise<string> {
  const body = JSON.stringify({
    name: 'Greedy',
    email: `greedy${i}@attack.example`,
    password: 'greedy enough',
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://${host}:${port}/auth/signup`, { method: 'POST', headers, body });
  return ((await answer.json()) as { authToken: string }).authToken;
}

let words = 0;

/** Asks for a sketch of new words. @returns the last state, or the code of the refusal. */
function sketch({ host, port }: Target, token: string, localAddress: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const options = { host, port, localAddress, method: 'POST', path: '/studio/sketches', headers };
    const request = http.request(options, async (response) => {
      const lines = (await text(response)).trim().split('\n');
      const { state, code } = JSON.parse(lines.at(-1)!) as { state?: string; code?: string };
      resolve(state ?? code ?? String(response.statusCode));
    });
    request.once('error', reject);
    request.end(JSON.stringify({ genre: 'jazz', description: `slow, take ${words++}` }));
  });
}
