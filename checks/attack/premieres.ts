import http from 'node:http';
import { json } from 'node:stream/consumers';
import { HOUSE_FACES, PRESENCE_EVERY_MS } from 'contract/extensions/hearing/premiere-constants.ts';
import { flood } from './flood.ts';
import type { Finding } from './lib/report.ts';
import { delay } from './lib/sockets.ts';
import type { Target } from './lib/target.ts';

const PEOPLE = 500;
/** Ten times as often as browsers. */
const SAY_EVERY_MS = PRESENCE_EVERY_MS / 10;
/** They come within this time; browsers that lost their streams come back within twice as long. */
const ARRIVE_MS = 2000;
/** In each round one in this many leaves, so that the house changes all the time. */
const LEAVES = 10;
const HEARD_WITHIN_MS = 15_000;
/** Longer than the attack, seconds. */
const SONG_SECONDS = 600;

interface Token {
  token: string;
}

/** Somebody at the premiere, with an address and a stream of their own; a member has a token. */
interface Guest {
  number: number;
  localAddress: string;
  token: string | undefined;
  /** The size of the house that they heard of last. */
  people: () => number;
}

/** Many people come to one premiere, say that they are there, leave and come back; others ask for lists. */
export async function premieres(target: Target, requester: Token, admin: Token): Promise<Finding[]> {
  const id = await release(target, requester, admin);
  const tokens = await Promise.all(Array.from({ length: HOUSE_FACES }, (_, i) => join(target, i)));
  const others = { ...target, lightCall: '/track?limit=20' };
  return [await flood(others, 'a premiere', () => attend(target, `/requests/${id}/premiere`, tokens))];
}

async function attend(target: Target, path: string, tokens: string[]): Promise<string> {
  const until = performance.now() + target.observedMs;
  const agent = new http.Agent({ keepAlive: true });
  const streams: http.ClientRequest[] = [];
  const statuses = new Map<number, number>();
  const say = async ({ number, localAddress, token }: Guest, leaves = false) => {
    const body = { tab: `attack-${number}`, leaves };
    const { status } = await post(target, `${path}/presence`, { agent, localAddress, token, body });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const stay = async (guest: Guest) => {
    await say(guest);
    await delay(SAY_EVERY_MS);
    for (let round = 0; performance.now() < until; round++) {
      await say(guest, guest.number % LEAVES === round % LEAVES);
      await delay(SAY_EVERY_MS);
    }
    await say(guest);
  };
  try {
    const guests = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, number) => {
        const localAddress = addressOf(number);
        await delay((number / PEOPLE) * ARRIVE_MS);
        const { request, people } = await listen(target, `${path}/events`, localAddress);
        streams.push(request);
        const guest = { number, localAddress, token: tokens[number], people };
        await stay(guest);
        return guest;
      }),
    );
    const missing = () => guests.filter(({ people }) => people() !== PEOPLE).length;
    const end = performance.now() + HEARD_WITHIN_MS;
    while (missing() > 0 && performance.now() < end) await delay(100);
    const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    if (statuses.size > 1) throw new Error(`calls were answered with ${counts}`);
    if (missing() > 0) throw new Error(`${missing()} of ${PEOPLE} did not hear of all the others`);
    return `${PEOPLE} streams; presence ${counts}`;
  } finally {
    for (const stream of streams) stream.destroy();
    agent.destroy();
  }
}

/** Linux answers on all of 127.0.0.0/8. */
const addressOf = (number: number) => `127.8.${Math.floor(number / 250)}.${(number % 250) + 1}`;

/** Opens a stream of the premiere's events. @throws Error if the server refuses it. */
function listen({ host, port }: Target, path: string, localAddress: string) {
  return new Promise<{ request: http.ClientRequest; people: () => number }>((resolve, reject) => {
    const request = http.get({ host, port, path, localAddress, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream was answered with ${response.statusCode}`));
      let text = '';
      response.on('error', () => {});
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      const people = () => Number.parseInt(text.slice(text.lastIndexOf('"people":') + 9), 10);
      resolve({ request, people });
    });
    request.on('error', reject);
  });
}

/** Asks for a song as a member, and publishes it as an admin. @returns the request's id. */
async function release(target: Target, requester: Token, admin: Token): Promise<string> {
  const song = { title: 'Heard Together', genre: 'jazz' };
  const wish = { ...requester, body: { ...song, artist: 'Attack' } };
  const { status, body } = await post(target, '/requests', wish);
  if (status !== 201) throw new Error(`The song request was answered with ${status}.`);
  const audio = { audio_url: 'https://attack.example/heard.mp3', duration_seconds: SONG_SECONDS };
  const track = { ...song, ...audio, display_artist: 'Attack', request_id: body.id };
  const published = await post(target, '/track', { ...admin, body: track });
  if (published.status !== 201) throw new Error(`The release was answered with ${published.status}.`);
  return body.id!;
}

/** Makes a free account. @returns its token. */
async function join(target: Target, number: number): Promise<string> {
  const body = { name: 'Guest', email: `guest${number}@attack.example`, password: 'heard together' };
  const answer = await post(target, '/auth/signup', { localAddress: addressOf(number), body });
  return answer.body.authToken!;
}

interface Call {
  agent?: http.Agent;
  localAddress?: string;
  token?: string | undefined;
  body: object;
}

function post({ host, port }: Target, path: string, { agent, localAddress, token, body }: Call) {
  return new Promise<{ status: number; body: { id?: string; authToken?: string } }>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const options = { host, port, path, method: 'POST', headers, agent, localAddress };
    const request = http.request(options, (response) => {
      json(response).then(
        (answer) => resolve({ status: response.statusCode!, body: answer as object }),
        reject,
      );
    });
    request.once('error', reject);
    request.end(JSON.stringify(body));
  });
}
