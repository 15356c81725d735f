import { createHash } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { EMBED_HEIGHT, type EmbedModule, embedCode, embedPath } from 'contract/extensions/sharing/embeds.ts';
import type { OEmbed } from 'contract/extensions/sharing/oembed.ts';
import * as contract from 'contract/extensions/sharing/oembed.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { COVER_MAIN_WIDTH, coverSrcSet } from 'contract/pictures/covers.ts';
import { artistPath } from 'contract/text/slugs.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { type Bind, originOf } from '../../platform/http/bind.ts';
import { embedPolicy } from '../../platform/http/headers.ts';
import { varyByLanguage } from '../../platform/http/language.ts';
import { element } from '../../platform/http/pages/xml.ts';
import { type LoadedEmbed, loadPlaylistEmbed, loadTrackEmbed } from './embeds.ts';

export function embedRoutes(bind: Bind, c: Context): void {
  bind(contract.getOEmbed, async ({ query }, { reply, origin, language }) => {
    if (query.format !== 'json' && query.format !== 'xml') throw new Problem('unknown_format');
    const answer = await findOEmbed(c, query, origin, language);
    // Other sites' scripts ask too.
    reply.headers({
      'access-control-allow-origin': '*',
      'cache-control': `public, max-age=${answer.cache_age}`,
    });
    varyByLanguage(reply);
    if (query.format === 'json') return answer;
    reply.type('text/xml; charset=utf-8');
    return toXml(answer);
  });
}

/** The width of a player if the page says none, px. */
const WIDTH = 640;
const CACHE_SECONDS = 3600;

const PAGE = /^\/(?:embed\/)?(track|playlist)s\/([^/]+)(?:\/[^/]*)?\/?$/;

interface OEmbedQuery {
  url: string;
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/**
 * The player of a page of ours.
 * @throws Problem `not_found` for pages of others, and for those without anything to play.
 */
async function findOEmbed(
  c: Context,
  query: OEmbedQuery,
  origin: string,
  language: LanguageCode,
): Promise<OEmbed> {
  const page = URL.parse(query.url);
  const [, kind, id] = (page?.origin === origin && PAGE.exec(page.pathname)) || [];
  if (!id) throw new Problem('not_found');
  const load = kind === 'track' ? loadTrackEmbed : loadPlaylistEmbed;
  const { status, embed } = await load(c, id, origin, language);
  if (status !== 200) throw new Problem('not_found');
  return toOEmbed(c.brand.name, embed, id, query, origin);
}

function toOEmbed(
  site: string,
  embed: LoadedEmbed['embed'],
  id: string,
  query: OEmbedQuery,
  origin: string,
): OEmbed {
  const { kind, title } = embed;
  const width = Math.min(WIDTH, query.maxwidth ?? WIDTH);
  const height = Math.min(EMBED_HEIGHT[kind], query.maxheight ?? EMBED_HEIGHT[kind]);
  const [first] = embed.tracks;
  const cover = first?.cover;
  return {
    version: '1.0',
    type: 'rich',
    provider_name: site,
    provider_url: origin,
    title,
    ...(kind === 'track' && {
      author_name: first!.artist,
      author_url: origin + artistPath(first!.artist),
    }),
    ...(cover &&
      coverSrcSet(cover) && {
        thumbnail_url: cover,
        thumbnail_width: COVER_MAIN_WIDTH,
        thumbnail_height: COVER_MAIN_WIDTH,
      }),
    html: embedCode(kind, origin + embedPath(kind, id), title, { width, height }),
    width,
    height,
    cache_age: CACHE_SECONDS,
  };
}

export const toXml = (answer: OEmbed) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<oembed>${Object.entries(answer)
    .map(([name, value]) => element(name, String(value)))
    .join('')}</oembed>\n`;

interface EmbedSettings {
  /** The module of the web build that renders embeds. */
  module: string;
  publicUrl: string | undefined;
  /** Origin of pictures and sound, if not this server. */
  mediaOrigin: string | undefined;
}

type EmbedRequest = FastifyRequest<{ Params: { id: string }; Querystring: { theme?: string } }>;

/** The players that other sites may frame. Every other page refuses to be framed. */
export function embedPages(server: FastifyInstance, c: Context, settings: EmbedSettings): void {
  let rendering: ReturnType<typeof loadRendering> | undefined;

  const page = (path: string, cost: number, load: typeof loadTrackEmbed) =>
    server.get(path, { config: { cost } }, async (request: EmbedRequest, reply) => {
      const origin = settings.publicUrl ?? originOf(request);
      const { theme } = request.query;
      const { language = 'en' } = request;
      const { status, embed } = await load(c, request.params.id, origin, language);
      // Loaded with the first player, because it takes 60 ms.
      rendering ??= loadRendering(settings);
      const { renderEmbed, policy } = await rendering;
      const html = await renderEmbed({
        ...embed,
        language,
        site: c.brand,
        theme: theme === 'dark' || theme === 'light' ? theme : undefined,
      });
      varyByLanguage(reply);
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
