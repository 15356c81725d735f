import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { readRange } from 'contract/byte-range.ts';
import { Problem } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namesEtag } from '../http/compress.ts';
import { answerProblem, isOutOfFiles } from '../http/errors.ts';
import { attachment, makeSafe } from '../http/headers.ts';
import { FILE_COST } from '../http/requests/call-limit.ts';
import { sendPart } from './send.ts';
import { isMediaPath, type MediaStore, mediaTypes } from './store.ts';
import { type TransferSettings, type Transfers, transfers } from './transfers.ts';

/** Refuses symbolic links, which could lead out of the folder. Windows lacks the flag, but only administrators link. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Sends the file of this name as it is, or the part of it that the request asks for. */
export type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  cacheControl?: string,
  /** For a file that is kept, without its ending. */
  title?: string,
) => FastifyReply | Promise<FastifyReply>;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Characters of a name to keep a file under. */
const TITLE_MAX = 200;

const titleIn = (as: unknown) => (typeof as === 'string' && as.trim() !== '' ? as : undefined);

interface Found {
  file: string;
  hash: string;
  type: string;
}

/**
 * Serves media files with Range, ETag, If-Range and If-None-Match. Names are content hashes, so files are immutable.
 * Files in a bucket are redirected to; a player repeats its Range there.
 */
export function mediaRoutes(
  server: FastifyInstance,
  media: MediaStore,
  settings: TransferSettings,
): SendFile {
  const open = transfers(settings);
  const send: SendFile = (request, reply, name, cacheControl = IMMUTABLE, title = undefined) => {
    // The ending is the file's own, so that a link cannot make it another kind of file.
    const disposition = title && attachment(`${title.slice(0, TITLE_MAX)}.${name.split('.').at(-1)}`);
    if (disposition) reply.header('content-disposition', disposition);
    return media.redirectUrl
      ? redirect(request, reply, open, media, {
          name,
          cacheControl,
          redirectUrl: () => media.redirectUrl!(name, disposition),
        })
      : serve(request, reply, open, media.locate(name), cacheControl);
  };
  server.route({
    method: 'GET',
    url: '/media/:name',
    config: { cost: FILE_COST, isStream: true },
    handler: (request: FastifyRequest<{ Params: { name: string }; Querystring: { as?: unknown } }>, reply) =>
      send(request, reply, request.params.name, IMMUTABLE, titleIn(request.query.as)),
  });
  return send;
}

/** Redirects to the bucket, or sends the file if browsers must not fetch it there. */
async function redirect(
  request: FastifyRequest,
  reply: FastifyReply,
  open: Transfers,
  media: MediaStore,
  {
    name,
    cacheControl,
    redirectUrl,
  }: {
    name: string;
    cacheControl: string;
    redirectUrl: () => ReturnType<NonNullable<MediaStore['redirectUrl']>>;
  },
): Promise<FastifyReply> {
  const mediaPath = `/media/${name}`;
  if (!isMediaPath(mediaPath)) throw new Problem('not_found');
  const target = await redirectUrl();
  if (target) {
    reply.header('cache-control', `public, max-age=${target.seconds}`);
    return reply.redirect(target.url, 302);
  }
  const copy = await media.localCopy(mediaPath);
  if (!copy) throw new Problem('not_found');
  reply.raw.once('close', () => void copy.release());
  const [hash, ending] = name.split('.') as [string, keyof typeof mediaTypes];
  return serve(request, reply, open, { file: copy.file, hash, type: mediaTypes[ending] }, cacheControl);
}

function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  open: Transfers,
  found: Found | undefined,
  cacheControl: string,
): FastifyReply {
  open.assertRoom(request);
  const file = found && openFile(found.file);
  if (!found || !file) throw new Problem('not_found');
  const { size } = file;
  const etag = `"${found.hash}"`;
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    etag,
    'content-type': found.type,
    'content-security-policy': "default-src 'none'; sandbox",
    // Feeds, embeds and link previews show released songs on other sites.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (namesEtag(request.headers['if-none-match'], etag)) {
    closeSync(file.descriptor);
    return reply.code(304).send();
  }
  const ifRange = request.headers['if-range'];
  // RFC 9110, 14.2: Range is defined for GET only.
  const honored = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
  const range = honored ? readRange(request.headers.range, size) : 'whole';
  if (range === 'unsatisfiable') {
    closeSync(file.descriptor);
    reply.header('content-range', `bytes */${size}`);
    return answerProblem(reply, new Problem('bad_range'));
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  const transfer = request.method === 'GET' ? open.begin(request, end - start + 1) : undefined;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  makeSafe(reply);
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  if (!transfer) {
    // HEAD, to which Fastify would answer that the file is empty.
    closeSync(file.descriptor);
    reply.raw.end();
    return reply;
  }
  const { chunkBytes, stalledMs, onEnd } = transfer;
  sendPart({ file: file.descriptor, start, end, chunkBytes, stalledMs }, reply.raw, onEnd);
  return reply;
}

/**
 * Opens synchronously, which takes a few microseconds; the thread pool would take many more.
 * @returns undefined if there is no such file.
 * @throws Error with code EMFILE or ENFILE if the process has too many open files.
 */
function openFile(file: string): { descriptor: number; size: number } | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, READ);
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    return undefined;
  }
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { descriptor, size: stats.size };
  closeSync(descriptor);
  return undefined;
}
