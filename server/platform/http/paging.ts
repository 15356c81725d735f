import type { FastifyReply } from 'fastify';

/** The total that matches, and where the next page begins, if there is one (`decisions.md` 2). */
export function pageHeaders(reply: FastifyReply, total: number, next: string | undefined): void {
  reply.header('x-total-count', total);
  if (next !== undefined) reply.header('x-next-cursor', next);
}
