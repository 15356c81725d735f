import http from 'node:http';
import { flood } from './flood.ts';
import type { Finding } from './report.ts';
import type { Target } from './target.ts';

const CONNECTIONS = 50;

type Questions = readonly (readonly [name: string, path: string])[];

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

/** What costs most of what players ask, with the app password of a member. */
export const playerQuestions = (key: string, username: string): Questions => [
  ['every artist', `/rest/getArtists?apiKey=${key}`],
  ['a letter in a player', `/rest/search3?apiKey=${key}&query=a&songCount=500&albumCount=500`],
  [
    'pages far away',
    `/rest/search3?apiKey=${key}&query=&artistOffset=1000000&albumOffset=1000000&songOffset=900000`,
  ],
  ['a wrong app password', `/rest/ping?u=${username}&t=${'0'.repeat(32)}&s=salt`],
];

/**
 * Asks each of them from 50 connections at once, again and again, and abandons half of the calls. Each connection has
 * an address of its own, so that the limits for one address do not help.
 */
export async function expensiveQueries(target: Target, questions: Questions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, path] of questions) findings.push(await flood(target, name, () => ask(target, path)));
  return findings;
}

async function ask(target: Target, path: string): Promise<string> {
  const until = performance.now() + target.observedMs;
  const statuses = new Map<number | 'abandoned', number>();
  const caller = async (index: number) => {
    // Linux answers on all of 127.0.0.0/8.
    const agent = new http.Agent({ keepAlive: true, localAddress: `127.0.3.${index + 1}` });
    while (performance.now() < until) {
      const status = await callOnce(agent, target, path, index % 2 === 0 ? 50 : target.observedMs * 2);
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
  path: string,
  timeoutMs: number,
): Promise<number | 'abandoned'> {
  return new Promise((resolve) => {
    const request = http.get({ host, port, path, agent }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode!));
    });
    request.setTimeout(timeoutMs, () => request.destroy());
    request.once('error', () => resolve('abandoned'));
  });
}
