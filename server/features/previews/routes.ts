import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { namesEtag } from '../../platform/http/etag.ts';
import { idOf, songPictures } from './song-picture.ts';

/** Serves the pictures of songs that link previews show. Their addresses change with the song: `?v=`. */
export function previewRoutes(server: FastifyInstance, c: Context): void {
  const pictures = songPictures(c);
  server.get<{ Params: { file: string } }>(
    '/social/tracks/:file',
    { config: { cost: 50 } },
    async (request, reply) => {
      const { etag, draw } = await pictures.find(idOf(request.params.file));
      reply.headers({
        etag,
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('image/jpeg').send(await draw());
    },
  );
}
