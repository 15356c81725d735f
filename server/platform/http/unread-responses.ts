import type { FastifyInstance } from 'fastify';
import { type KeyedCount, keyedCount } from './keyed-count.ts';
import { ipBucket } from './visitor.ts';

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
      const address = ipBucket(request.ip);
      unread.add(address, bytes);
      reply.raw.once('close', () => unread.add(address, -bytes));
    }
    done(null, payload);
  });
  return unread;
}
