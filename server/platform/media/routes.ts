import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { Problem } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerProblem } from '../http/errors.ts';
import { makeSafe } from '../http/headers.ts';
import { readRange } from './range.ts';
import { sendPart } from './send.ts';
import { isMediaAddress, type MediaStore, mediaTypes } from './store.ts';

/** A link could lead out of the folder. Windows has no such flag, and makes links for administrators only. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

type MediaRequest = FastifyRequest<{ Params: { name: string } }>;

interface Found {
  file: string;
  hash: string;
  type: string;
}

/**
 * Serves the media folder: Range, ETag, If-Range, If-None-Match; a name says what is in it, for ever. What is
 * kept elsewhere is sent from there: a player takes its Range along.
 */
export function mediaRoutes(server: FastifyInstance, media: MediaStore): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    handler: (request: MediaRequest, reply) =>
      media.elsewhere
        ? lead(request, reply, media, media.elsewhere)
        : serve(request, reply, media.locate(request.params.name)),
  });
}

/** Leads to where the file is, or sends it after all. */
async function lead(
  request: MediaRequest,
  reply: FastifyReply,
  media: MediaStore,
  elsewhere: NonNullable<MediaStore['elsewhere']>,
): Promise<FastifyReply> {
  const { name } = request.params;
  const address = `/media/${name}`;
  if (!isMediaAddress(address)) throw new Problem('not_found');
  const there = await elsewhere(name);
  if (there) {
    reply.header('cache-control', `public, max-age=${there.seconds}`);
    return reply.redirect(there.url, 302);
  }
  const kept = await media.borrow(address);
  if (!kept) throw new Problem('not_found');
  reply.raw.once('close', () => void kept.done());
  const [hash, ending] = name.split('.') as [string, keyof typeof mediaTypes];
  return serve(request, reply, { file: kept.file, hash, type: mediaTypes[ending] });
}

function serve(request: MediaRequest, reply: FastifyReply, found: Found | undefined): FastifyReply {
  const file = found && openFile(found.file);
  if (!found || !file) throw new Problem('not_found');
  const { size } = file;
  const etag = `"${found.hash}"`;
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'content-type': found.type,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  if (namesEtag(request.headers['if-none-match'], etag)) {
    closeSync(file.descriptor);
    return reply.code(304).send();
  }
  const ifRange = request.headers['if-range'];
  // RFC 9110, 14.2: a Range is for GET alone.
  const heeded = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
  const range = heeded ? readRange(request.headers.range, size) : 'whole';
  if (range === 'unsatisfiable') {
    closeSync(file.descriptor);
    reply.header('content-range', `bytes */${size}`);
    return answerProblem(reply, new Problem('bad_range'));
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  if (request.method === 'HEAD') {
    closeSync(file.descriptor);
    return reply.send();
  }
  makeSafe(reply);
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  sendPart(file.descriptor, start, end, reply.raw);
  return reply;
}

/** Opened without leaving the thread: that takes a few microseconds, a way through the thread pool many. */
function openFile(file: string): { descriptor: number; size: number } | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, READ);
  } catch {
    return undefined;
  }
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { descriptor, size: stats.size };
  closeSync(descriptor);
  return undefined;
}

function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
