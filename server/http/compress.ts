import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Shorter answers fit into one packet anyway; bytes. */
const WORTH_IT = 1400;

/**
 * Compresses the texts that the server makes (JSON, the page), off the main thread. Files are left alone:
 * the web build compresses its own, and media does not shrink.
 */
export function compressTexts(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT || reply.hasHeader('content-encoding'))
      return payload;
    reply.header('vary', 'accept-encoding');
    const accepted = request.headers['accept-encoding'] ?? '';
    if (/\bbr\b/.test(accepted)) {
      reply.header('content-encoding', 'br').removeHeader('content-length');
      return brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    }
    if (/\bgzip\b/.test(accepted)) {
      reply.header('content-encoding', 'gzip').removeHeader('content-length');
      return gzipped(payload, { level: 5 });
    }
    return payload;
  });
}
