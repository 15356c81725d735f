import http from 'node:http';
import { type FuzzRequest, fuzzRequest } from './fuzz-requests.ts';
import { fetchOperations } from './lib/openapi.ts';
import { playerCalls, withAppPassword } from './lib/player-calls.ts';
import { seededRandom } from './lib/random.ts';
import type { Finding } from './lib/report.ts';
import type { Target } from './lib/target.ts';
import type { KnownIds } from './lib/values.ts';

const WORKERS = 16;
/** A call that takes longer counts as hung, ms. */
const TIMEOUT_MS = 20_000;
/** Findings printed at most; the rest is counted. */
const SHOWN = 20;

/** Refusals with a 5xx status that the contract promises: they name a provider, or a limit, and not a fault. */
const PROMISED = new Set([
  'payments_off',
  'payment_away',
  'payment_failed',
  'streams_full',
  'unavailable',
  'scrobbler_unavailable',
  // oEmbed's own status for a format that is not offered: 501.
  'unknown_format',
]);

/** Signs of the inside: stack traces, SQL, drivers, paths, framework texts. */
const LEAKS =
  /\bat [\w.<>]+ \(|node:internal|node_modules|\/server\/[\w/-]+\.ts|SQLITE_|sqlite|kysely|pg_catalog|syntax error at|relation "|column "|FST_ERR|ZodError|Invalid input: expected/i;

export interface Role {
  name: string;
  /** Sent as the bearer token; undefined for a visitor. */
  token?: string;
  /** Password of the member's programs at `/rest` and `/1`. */
  appPassword?: string | undefined;
}

const VISITOR: Role = { name: 'visitor' };

/** Calls that may end the session they are made with: members never make them, or all would soon be visitors. */
const ENDS_SESSION = /^\/auth\/(logout|me$|password)/;

/** Sends `count` random requests over every operation and role. */
export async function fuzz(
  target: Target,
  roles: Role[],
  ids: KnownIds,
  { count, seed }: { count: number; seed: number },
): Promise<Finding> {
  const described = await fetchOperations(`http://${target.host}:${target.port}`);
  const operations = [...described, ...playerCalls].filter(({ streams }) => !streams);
  const agent = new http.Agent({ keepAlive: true, maxSockets: WORKERS });
  const broken = new Map<string, number>();
  let sent = 0;
  const worker = async () => {
    while (sent < count && target.isAlive()) {
      const number = sent++;
      const random = seededRandom(seed + number);
      const operation = operations[number % operations.length]!;
      const role = ENDS_SESSION.test(operation.path) ? VISITOR : random.pick(roles);
      const request = fuzzRequest(operation, random, ids);
      const wrong = await check(agent, target, request, role);
      if (wrong) {
        const where = `${operation.method} ${operation.path} as ${role.name}: ${wrong} (seed ${seed + number})`;
        const kind = where.replace(/ \(seed.*/, '');
        if (!broken.has(kind)) broken.set(kind, 0);
        broken.set(kind, broken.get(kind)! + 1);
        if (broken.get(kind) === 1 && broken.size <= SHOWN) console.log(`         ! ${where}`);
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  agent.destroy();
  const sentences = [...broken].map(([kind, times]) => `${kind}, ${times} times`);
  if (!target.isAlive()) sentences.push('the server exited');
  return {
    attack: 'fuzz',
    sent: `${sent.toLocaleString('en')} requests to ${operations.length} operations as ${roles.length} roles, seed ${seed}`,
    broken: sentences.slice(0, SHOWN),
    memory: target.isAlive() ? target.peakMemory() : 0,
  };
}

/** @returns what is wrong with the answer; undefined when nothing is. */
async function check(
  agent: http.Agent,
  target: Target,
  request: FuzzRequest,
  role: Role,
): Promise<string | undefined> {
  const answer = await send(agent, target, request, role);
  if (typeof answer === 'string') return answer;
  const { status, text, type, retryAfter } = answer;
  const leak = LEAKS.exec(text)?.[0];
  if (leak && (status >= 400 || request.path.startsWith('/rest/')))
    return `the answer shows its inside: "${leak}"`;
  if (status < 400) return undefined;
  if (request.method === 'HEAD') {
    // Without a body, the header tells the promised refusal from a fault.
    const promised = status === 501 || (status === 503 && retryAfter);
    return status >= 500 && !promised ? `${status}` : undefined;
  }
  // The envelope of players says that the server is busy, and hangs on to their format.
  if (request.path.startsWith('/rest/') && (status === 429 || status === 503)) return undefined;
  let body: { message?: unknown; code?: unknown; error?: unknown };
  try {
    body = JSON.parse(text);
  } catch {
    return `${status} without JSON (${type})`;
  }
  if (body.code === status && typeof body.error === 'string' && status < 500) return undefined;
  if (status >= 500 && !PROMISED.has(String(body.code))) return `${status} ${body.code}`;
  if (typeof body.message !== 'string' || typeof body.code !== 'string')
    return `${status} without a sentence and a code`;
  return undefined;
}

type Answer = { status: number; text: string; type: string; retryAfter: boolean };

const NOTHING: Answer = { status: 0, text: '', type: '', retryAfter: false };

function send(
  agent: http.Agent,
  { host, port }: Target,
  { method, path, headers, body }: FuzzRequest,
  { token, appPassword }: Role,
): Promise<Answer | string> {
  return new Promise((resolve) => {
    const asProgram = withAppPassword(path, appPassword);
    const authorization = asProgram ? asProgram.authorization : token && `Bearer ${token}`;
    const all = { ...headers, ...(authorization && { authorization }) };
    let request: http.ClientRequest;
    try {
      request = http.request({ host, port, method, path: asProgram?.path ?? path, headers: all, agent });
    } catch (error) {
      // The client itself refuses to send it; raw-requests.ts covers such shapes.
      if (error instanceof TypeError) return resolve(NOTHING);
      throw error;
    }
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('hung')));
    request.once('error', (error: NodeJS.ErrnoException) =>
      // The server may close a connection whose body it refuses to read.
      resolve(
        error.code === 'ECONNRESET' || error.code === 'EPIPE' ? NOTHING : `no answer: ${error.message}`,
      ),
    );
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        if (text.length < 10_000) text += chunk;
      });
      response.once('close', () =>
        resolve({
          status: response.statusCode!,
          text,
          type: response.headers['content-type'] ?? '',
          retryAfter: response.headers['retry-after'] !== undefined,
        }),
      );
    });
    request.end(body);
  });
}
