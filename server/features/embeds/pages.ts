import { createHash } from 'node:crypto';
import type { EmbedModule } from 'contract/embeds.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { originOf } from '../../platform/http/bind.ts';
import { embedPolicy } from '../../platform/http/headers.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import { isMissingEmbed, type LoadedEmbed, loadPlaylistEmbed, loadTrackEmbed } from './embeds.ts';

interface EmbedSettings {
  /** The module of the web build that renders embeds. */
  module: string;
  publicUrl: string | undefined;
  /** Where pictures and sound come from, if not from this server. */
  mediaOrigin: string | undefined;
}

type EmbedRequest = FastifyRequest<{ Params: { id: string }; Querystring: { theme?: string } }>;

/** The players that other sites may frame. Every other page refuses to be framed. */
export function embedPages(server: FastifyInstance, c: Context, settings: EmbedSettings): void {
  let rendering: ReturnType<typeof loadRendering> | undefined;

  const page = (
    path: string,
    cost: number,
    load: (c: Context, id: string, origin: string) => Promise<LoadedEmbed>,
  ) =>
    server.get(path, { config: { cost } }, async (request: EmbedRequest, reply) => {
      const origin = settings.publicUrl ?? originOf(request);
      const { status, embed } = await onReplica(
        c,
        request,
        (c) => load(c, request.params.id, origin),
        isMissingEmbed,
      );
      const { theme } = request.query;
      // Loaded with the first player, because it takes 60 ms.
      rendering ??= loadRendering(settings);
      const { renderEmbed, policy } = await rendering;
      const html = renderEmbed({
        ...embed,
        theme: theme === 'dark' || theme === 'light' ? theme : undefined,
      });
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'public, max-age=60', 'content-security-policy': policy })
        .send(html);
    });

  page('/embed/tracks/:id', 2, loadTrackEmbed);
  page('/embed/playlists/:id', 5, loadPlaylistEmbed);
}

async function loadRendering({ module, mediaOrigin }: EmbedSettings) {
  const { renderEmbed, embedScript }: EmbedModule = await import(module);
  const hash = createHash('sha256').update(embedScript).digest('base64');
  return { renderEmbed, policy: embedPolicy(`sha256-${hash}`, mediaOrigin) };
}
