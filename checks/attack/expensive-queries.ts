import http from 'node:http';
import { flood } from './flood.ts';
import type { Finding } from './lib/report.ts';
import type { Target } from './lib/target.ts';

const CONNECTIONS = 50;

/** With a form, a question is a POST. */
type Questions = readonly (readonly [name: string, path: string, form?: string])[];

/** The questions that take longest over a large catalogue. */
export const siteQuestions: Questions = [
  ['a common genre', '/track?genre=pop'],
  ['a genre without tracks', '/track?genre=blues'],
  ['a single letter', '/track?q=a'],
  ['two letters', '/track?q=ne'],
  ['a stop word', '/track?q=the'],
  ['a common word', '/track?q=amber'],
  ['two common words', '/track?q=amber%20river'],
  ['no match', '/track?q=zzzzzz'],
  ['the first page', '/track'],
  ['a genre and a word', '/track?genre=jazz&q=river'],
  ['Explore', '/explore'],
  ['everything', '/search?q=amber%20river'],
  ['a radio', '/radio?seed=genre:pop'],
];

/** The most expensive calls of players, with the app password of a member. */
export const playerQuestions = (key: string, username: string): Questions => [
  ['every artist', `/rest/getArtists?apiKey=${key}`],
  ['a letter in a player', `/rest/search3?apiKey=${key}&query=a&songCount=500&albumCount=500`],
  [
    'pages far away',
    `/rest/search3?apiKey=${key}&query=&artistOffset=1000000&albumOffset=1000000&songOffset=900000`,
  ],
  ['a wrong app password', `/rest/ping?u=${username}&t=${'0'.repeat(32)}&s=salt`],
];

/** The single calls of a member that make the server read and write most. */
export function memberQuestions(key: string, playlistId: string, trackIds: readonly string[]): Questions {
  const each = (name: string) => trackIds.map((id) => `${name}=${id}`).join('&');
  const rest = (name: string, parameters: string) =>
    [`/rest/${name}`, `apiKey=${key}&${parameters}`] as const;
  return [
    ['reads 1,000 songs', ...rest('getPlaylist', `id=${playlistId}`)],
    ['writes 1,000 songs', ...rest('createPlaylist', `playlistId=${playlistId}&${each('songId')}`)],
    ['stars 1,000 songs', ...rest('star', each('id'))],
  ];
}

/**
 * Asks each of them from 50 connections at once, again and again, and abandons half of the calls. Each connection has
 * an address of its own, so that the limits for one address do not help.
 * @param addresses how many addresses the connections have.
 */
export async function expensiveQueries(
  target: Target,
  questions: Questions,
  addresses = CONNECTIONS,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [i, [name, path, form]] of questions.entries())
    findings.push(await flood(target, name, () => ask(target, path, form, { network: i, addresses })));
  return findings;
}

async function ask(
  target: Target,
  path: string,
  form: string | undefined,
  { network, addresses }: { network: number; addresses: number },
): Promise<string> {
  const until = performance.now() + target.observedMs;
  const statuses = new Map<number | 'abandoned', number>();
  const caller = async (index: number) => {
    // Linux answers on all of 127.0.0.0/8.
    const agent = new http.Agent({
      keepAlive: true,
      localAddress: `127.3.${network}.${(index % addresses) + 1}`,
    });
    while (performance.now() < until) {
      const timeoutMs = index % 2 === 0 ? 50 : target.observedMs * 2;
      const status = await callOnce(agent, target, { path, form, timeoutMs });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // An attacker that is refused tries again, but needs some time of its own.
      if (status === 429 || status === 503) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => caller(index)));
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return `${CONNECTIONS} connections: ${counts}`;
}

function callOnce(
  agent: http.Agent,
  { host, port }: Target,
  { path, form, timeoutMs }: { path: string; form: string | undefined; timeoutMs: number },
): Promise<number | 'abandoned'> {
  return new Promise((resolve) => {
    const asForm = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const options = { host, port, path, agent, ...(form !== undefined && asForm) };
    const request = http.request(options, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode!));
    });
    request.setTimeout(timeoutMs, () => request.destroy());
    request.once('error', () => resolve('abandoned'));
    request.end(form);
  });
}
