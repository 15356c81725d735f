import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Shorter responses fit into one packet anyway; bytes. */
const MIN_LENGTH = 1400;

/**
 * Compresses JSON and pages off the main thread. Files are skipped: the web build compresses its own, and media does
 * not shrink.
 */
export function compressTexts(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH || reply.hasHeader('content-encoding')) {
      done(null, payload);
      return;
    }
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    if (accepts(accepted, 'br')) {
      reply.header('content-encoding', 'br').removeHeader('content-length');
      brotliCompress(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, done);
    } else if (accepts(accepted, 'gzip')) {
      reply.header('content-encoding', 'gzip').removeHeader('content-length');
      gzip(payload, { level: 5 }, done);
    } else done(null, payload);
  });
}

/** Whether an Accept-Encoding header allows this coding. */
export function accepts(header: string | undefined, coding: 'br' | 'gzip'): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const [name, weight] = part.trim().split(/\s*;\s*q=/i);
    return name === coding && Number(weight) !== 0;
  });
}
