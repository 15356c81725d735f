import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { charge, chargeText } from '../call-cost.ts';
import { varyBy } from './cors.ts';

/** Shorter responses fit into one packet anyway; bytes. */
const MIN_LENGTH = 1400;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

/**
 * Compresses JSON and pages off the main thread. Files are skipped: the web build compresses its own, and media does
 * not shrink.
 */
export function compressTexts(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string') chargeText(payload.length);
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH || reply.hasHeader('content-encoding')) {
      done(null, payload);
      return;
    }
    varyBy(reply, 'accept-encoding');
    const accepted = request.headers['accept-encoding'];
    if (accepts(accepted, 'br')) {
      reply.header('content-encoding', 'br').removeHeader('content-length');
      brotliCompress(payload, BROTLI, done);
    } else if (accepts(accepted, 'gzip')) {
      reply.header('content-encoding', 'gzip').removeHeader('content-length');
      gzip(payload, GZIP, done);
    } else done(null, payload);
  });
}

/** Cost of compressing a text in another thread, besides its length. */
const COMPRESS_COST = 1;

/** A text that is sent again and again. Each encoding is made once, when it is first requested. */
export interface Precompressed {
  etag: string;
  plain: Buffer;
  br: () => Promise<Buffer>;
  gzip: () => Promise<Buffer>;
}

export function precompress(text: string): Precompressed {
  charge(COMPRESS_COST);
  chargeText(text.length);
  const plain = Buffer.from(text);
  let br: Promise<Buffer> | undefined;
  let gz: Promise<Buffer> | undefined;
  return {
    etag: etagOf(text),
    plain,
    br: () => (br ??= promisify(brotliCompress)(plain, BROTLI)),
    gzip: () => (gz ??= promisify(gzip)(plain, GZIP)),
  };
}

/** Sends a precompressed text in the best encoding that the client accepts. */
export async function sendPrecompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: Precompressed,
): Promise<FastifyReply> {
  varyBy(reply, 'accept-encoding');
  const accepted = request.headers['accept-encoding'];
  if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(await text.br());
  if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(await text.gzip());
  return reply.send(text.plain);
}

/** Tells whether an Accept-Encoding header allows this coding. */
export function accepts(header: string | undefined, coding: 'br' | 'gzip'): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const [name, parameter = ''] = part.split(';', 2).map((one) => one.trim());
    return name === coding && !/^q=0(?:\.0*)?$/i.test(parameter);
  });
}

/** A strong ETag of a text. */
export const etagOf = (text: string) => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

/** Tells whether an If-None-Match header names this ETag. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
