import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Problem } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerProblem } from '../http/errors.ts';
import { readRange } from './range.ts';
import type { MediaStore } from './store.ts';

/** Up to this many bytes are read at once and sent in one piece; more is streamed in pieces of this size. */
const PIECE = 512 * 1024;

/** A link could lead out of the folder. Windows has no such flag, and makes links for administrators only. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Serves the media folder: Range, ETag, If-Range, If-None-Match; a name says what is in it, for ever. */
export function mediaRoutes(server: FastifyInstance, media: MediaStore): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    handler: (request: FastifyRequest<{ Params: { name: string } }>, reply) => serve(request, reply, media),
  });
}

async function serve(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  media: MediaStore,
) {
  const found = media.locate(request.params.name);
  const file = found && (await open(found.file, READ).catch(() => undefined));
  if (!found || !file) throw new Problem('not_found');
  let keepOpen = false;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Problem('not_found');
    const { size } = stats;
    const etag = `"${found.hash}"`;
    reply.headers({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
      'content-type': found.type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();

    const ifRange = request.headers['if-range'];
    // RFC 9110, 14.2: a Range is for GET alone.
    const heeded = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
    const range = heeded ? readRange(request.headers.range, size) : 'whole';
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${size}`);
      return answerProblem(reply, new Problem('bad_range'));
    }
    const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
    if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    const length = end - start + 1;
    reply.header('content-length', length);
    if (request.method === 'HEAD') return reply.send();
    if (length <= PIECE) {
      const { buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
      return reply.send(buffer);
    }
    keepOpen = true;
    return reply.send(file.createReadStream({ start, end, highWaterMark: PIECE }));
  } finally {
    if (!keepOpen) await file.close();
  }
}

function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
