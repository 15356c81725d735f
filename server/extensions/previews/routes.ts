import { Problem } from 'contract/errors.ts';
import type { LanguageCode } from 'contract/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { namesEtag } from '../../platform/http/compress.ts';
import { varyByLanguage } from '../../platform/http/language.ts';
import { pictureCache } from '../../platform/media/picture.ts';
import { findRequestPicture, findSongPicture, type Picture, sitePicture } from './pictures.ts';

type FileRequest = FastifyRequest<{ Params: { file: string } }>;

const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const OF_ID = new RegExp(`^(${ID})\\.jpg$`, 'i');
const OF_LAMP = new RegExp(`^(${ID})-([1-9]\\d?)\\.jpg$`, 'i');

/** About 100 kB each. */
const PREVIEWS_KEPT = 40;

/**
 * Serves pictures to share: of songs and requests for link previews, and of the lamp that somebody has lit. Addresses
 * of the former change with what they show: `?v=`.
 */
export function previewRoutes(server: FastifyInstance, c: Context): void {
  const draw = pictureCache<Buffer>({ kept: PREVIEWS_KEPT, atOnce: 1, waiting: 20, maxWaitMs: 5000 });
  const serve = (kind: string, find: (file: string, language: LanguageCode) => Promise<Picture>) =>
    server.get<{ Params: { file: string } }>(
      `/social/${kind}/:file`,
      { config: { cost: 50 } },
      async (request, reply) => send(request, reply, await find(request.params.file, languageOf(request))),
    );
  server.get<{ Params: { file: string } }>('/social/site.jpg', { config: { cost: 50 } }, (request, reply) =>
    send(request, reply, sitePicture(c, draw, languageOf(request))),
  );
  serve('tracks', (file, language) => findSongPicture(c, draw, partsOf(OF_ID, file)[0]!, language));
  serve('requests', (file, language) =>
    findRequestPicture(c, draw, partsOf(OF_ID, file)[0]!, null, language),
  );
  serve('lamps', (file, language) => {
    const [id, lamp] = partsOf(OF_LAMP, file);
    return findRequestPicture(c, draw, id!, Number(lamp), language);
  });
}

const languageOf = ({ language = 'en' }: FastifyRequest) => language;

async function send(request: FileRequest, reply: FastifyReply, { etag, draw }: Picture) {
  reply.headers({
    etag,
    'cache-control': 'public, max-age=86400',
    'cross-origin-resource-policy': 'cross-origin',
  });
  varyByLanguage(reply);
  if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('image/jpeg').send(await draw());
}

/** Parts of a picture's URL. @throws Problem `not_found`. */
function partsOf(pattern: RegExp, file: string): string[] {
  const parts = pattern.exec(file)?.slice(1);
  if (!parts) throw new Problem('not_found');
  return parts.map((part) => part.toLowerCase());
}
