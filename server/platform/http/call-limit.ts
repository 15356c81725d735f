import type { Endpoint, RawQuery } from 'contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ipBucket } from './caller.ts';
import { fairQueue } from './fair-queue.ts';
import { type KeyedCount, keyedCount, rateLimit, tooMany } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: Endpoint['cost'];
  }
}

/** A page makes some ten calls and loads some thirty files; a whole office behind one address stays far below. */
const CALLS = { burst: 600, perSecond: 50 };

/** What may start in one turn of the event loop, by cost. */
const TURNS = { perTurn: 4, allPerTurn: 8, expensiveFrom: 2, waiting: 1000 };

/** The cost of what is sent from memory or from a file. */
export const FILE_COST = 0.1;

/** An address with more unread responses than this makes no further call, bytes. */
const MAX_UNREAD = 16 * 1024 * 1024;

/**
 * Takes from the limit of the caller's address what a call turned out to cost.
 * @throws Problem `too_many_requests`.
 */
export type Charge = (request: FastifyRequest, cost: number) => void;

export const noCharge: Charge = () => {};

/**
 * Counts every call of an address before anything is done for it, and refuses those beyond the limit. Must be the first
 * `onRequest` hook.
 * @returns how to charge for what shows only later.
 */
export function limitCalls(server: FastifyInstance, clock: () => number, unread: KeyedCount): Charge {
  const limit = rateLimit(CALLS);
  const enter = fairQueue(TURNS);
  server.addHook('onRequest', (request, _reply, done) => {
    const cost = costOf(request);
    const ip = ipBucket(request.ip);
    const refuse = (waitMs: number) => done(tooMany(waitMs));
    const entered = enter(ip, cost, () => {
      // The client is gone: nobody waits for the answer.
      if (request.raw.socket.destroyed) return;
      const wait = unread.of(ip) > MAX_UNREAD ? 1000 : limit(ip, clock(), cost);
      if (wait > 0) refuse(wait);
      else done();
    });
    if (!entered) refuse(1000);
  });
  return (request, cost) => {
    const wait = limit(ipBucket(request.ip), clock(), cost);
    if (wait > 0) throw tooMany(wait);
  };
}

/** Never more than the burst, or the call could never be made. */
function costOf({ routeOptions: { config, url }, query }: FastifyRequest): number {
  // Without a route, it is a page or a file of the web build, or nothing.
  if (url === undefined) return FILE_COST;
  const cost = config.cost ?? 1;
  return typeof cost === 'number' ? cost : Math.min(CALLS.burst, Math.max(1, cost(query as RawQuery) || 1));
}

/** The system buffers smaller responses, however slowly the client reads; bytes. */
const MIN_BYTES = 16 * 1024;

/**
 * Counts the bytes of the responses that each address has not read yet. Must be the last `onSend` hook, where responses
 * have their final length. Files and event streams have limits of their own.
 */
export function countUnread(server: FastifyInstance): KeyedCount {
  const unread = keyedCount();
  server.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes >= MIN_BYTES) {
      const ip = ipBucket(request.ip);
      unread.add(ip, bytes);
      reply.raw.once('close', () => unread.add(ip, -bytes));
    }
    done(null, payload);
  });
  return unread;
}
