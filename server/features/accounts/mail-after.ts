import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../config.ts';
import { originOf } from '../../platform/http/bind.ts';

/**
 * Sends a mail after the response: neither its content nor its timing may depend on the mail server, or reveal whether
 * an account exists.
 */
export function mailAfter(request: FastifyRequest, reply: FastifyReply, send: () => Promise<void>): void {
  reply.raw.once('finish', () => {
    send().catch((error: { code?: unknown; responseCode?: unknown }) => {
      // Logs codes only: mail servers repeat the address in their messages.
      request.log.error({ code: error.code, answer: error.responseCode }, 'sending a mail failed');
    });
  });
}

/**
 * The origin for links in mails. The Host header is chosen by the caller and could lead to a stranger's site, so without
 * PUBLIC_URL only loopback addresses are accepted.
 */
export function linkOrigin(publicUrl: string | undefined, request: FastifyRequest): string | undefined {
  if (publicUrl) return publicUrl;
  const url = URL.parse(originOf(request));
  return url && isLoopback(url.hostname.replace(/^\[|\]$/g, '')) ? url.origin : undefined;
}
