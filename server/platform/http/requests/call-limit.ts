import type { Endpoint, RawQuery } from 'contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { chargeText, chargingCall } from '../../call-cost.ts';
import { callCharged } from '../../metrics/events.ts';
import { fairQueue } from '../connections/fair-queue.ts';
import { ipBucket } from './caller.ts';
import { type KeyedCount, keyedCount, rateLimit, tooMany } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: Endpoint['cost'];
  }
}

/** A page makes some ten calls and loads some thirty files; a whole office behind one address stays far below. */
const CALLS = { burst: 600, perSecond: 50 };

/** Limits on what may start in one turn of the event loop, by cost. */
const TURNS = { perTurn: 4, allPerTurn: 8, expensiveFrom: 2, waiting: 1000 };

/** The cost of what is sent from memory or from a file. */
export const FILE_COST = 0.4;

/** An address with more unread responses than this makes no further call, bytes. */
const MAX_UNREAD = 16 * 1024 * 1024;

/** Time in which the work that a call causes is charged to it, ms: what goes on for others is nobody's. */
const PAYS_MS = 60_000;

/**
 * Counts every call of an address before anything is done for it, and refuses those beyond the limit; then charges it
 * for the work that it causes beyond its declared cost. Its hook must be the first `onRequest` hook.
 */
export function limitCalls(server: FastifyInstance, clock: () => number, unread: KeyedCount): void {
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
      if (wait > 0) return refuse(wait);
      callCharged.publish(cost);
      done();
    });
    if (!entered) refuse(1000);
  });
  server.addHook('preHandler', (request, _reply, done) => {
    const ip = ipBucket(request.ip);
    const until = clock() + PAYS_MS;
    let paid = costOf(request);
    const pay = (cost: number) => {
      paid -= cost;
      if (paid >= 0 || clock() > until) return;
      limit.take(ip, clock(), -paid);
      callCharged.publish(-paid);
      paid = 0;
    };
    const debtMs = () => limit(ip, clock(), 0);
    // Others may have cost much while the body arrived.
    const wait = debtMs();
    if (wait > 0) return done(tooMany(wait));
    chargingCall({ pay, debtMs }, () => {
      // An upload is received as a file.
      if (!request.routeOptions.config.isUpload) chargeText(bytesOf(request));
      done();
    });
  });
}

/** The length of a body that has been read. */
const bytesOf = ({ body, headers }: FastifyRequest): number =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body.length : Number(headers['content-length'] ?? 0);

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
