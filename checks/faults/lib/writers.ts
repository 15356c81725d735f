import { randomUUID } from 'node:crypto';
import type { Member, System } from './system.ts';

/** A write that the server acknowledged. */
export interface Acknowledged {
  kind: 'vote' | 'request' | 'playlist';
  member: Member;
  /** The id of the row, or for a vote the idempotency key. */
  id: string;
}

/** `not connected`: the server was not there. `broken`: the connection was lost before the answer. */
type NoAnswer = 'not connected' | 'broken' | 'timed out';

/** Answers that clients saw while they wrote. */
export interface Outcome {
  acknowledged: Acknowledged[];
  /** Number of refusals of each kind: a status, or why there was none. */
  refusals: Map<number | NoAnswer, number>;
  /** Refusals with 503 that did not say when to try again. */
  withoutRetryAfter: number;
  /** The longest time until an answer, ms. */
  slowest: number;
}

const TIMEOUT_MS = 30_000;

/** Writes with several clients at once until `stop` is called. Each client waits for an answer before it goes on. */
export function startWriters(
  system: Pick<System, 'origins' | 'members'>,
  requests: string[],
): { outcome: Outcome; stop: () => Promise<Outcome> } {
  const outcome: Outcome = { acknowledged: [], refusals: new Map(), withoutRetryAfter: 0, slowest: 0 };
  let stopped = false;
  const write = async (member: Member, number: number) => {
    for (let turn = 0; !stopped; turn++) {
      const origin = system.origins[(number + turn) % system.origins.length]!;
      const answered = await writeOnce(origin, member, turn, requests, outcome);
      if (!answered) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const writing = Promise.all(system.members.map(write));
  return {
    outcome,
    stop: async () => {
      stopped = true;
      await writing;
      return outcome;
    },
  };
}

/** @returns whether the write was acknowledged. */
async function writeOnce(
  origin: string,
  member: Member,
  turn: number,
  requests: string[],
  outcome: Outcome,
): Promise<boolean> {
  const kind = turn % 10 === 9 ? 'request' : turn % 10 === 8 ? 'playlist' : 'vote';
  const key = randomUUID();
  const request = requests[turn % requests.length]!;
  const path = { vote: `/requests/${request}/votes`, request: '/requests', playlist: '/playlist' }[kind];
  const body = {
    vote: undefined,
    request: { title: key, artist: 'Faults', genre: 'pop' },
    playlist: { name: key },
  }[kind];
  const startedAt = performance.now();
  let status: number | NoAnswer;
  try {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { ...member.headers, 'idempotency-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as { id?: string };
    status = response.status;
    if (response.ok) outcome.acknowledged.push({ kind, member, id: kind === 'vote' ? key : answer.id! });
    else if (status === 503 && !response.headers.has('retry-after')) outcome.withoutRetryAfter++;
  } catch (error) {
    status = noAnswer(error as Error);
  }
  outcome.slowest = Math.max(outcome.slowest, performance.now() - startedAt);
  if (typeof status === 'number' && status >= 200 && status < 300) return true;
  outcome.refusals.set(status, (outcome.refusals.get(status) ?? 0) + 1);
  return false;
}

function noAnswer({ name, cause }: Error): NoAnswer {
  if (name === 'TimeoutError') return 'timed out';
  return (cause as NodeJS.ErrnoException | undefined)?.syscall === 'connect' ? 'not connected' : 'broken';
}
