import type { FeedFormat } from 'contract/extensions/sharing/feeds.ts';
import * as contract from 'contract/extensions/sharing/feeds.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind, Call } from '../../platform/http/bind.ts';
import { etagOf, namesEtag } from '../../platform/http/compress.ts';
import { varyByLanguage } from '../../platform/http/language.ts';
import { addressIn } from '../../platform/http/pages/page-language.ts';
import { fileSizes } from '../../platform/media/media-use.ts';
import {
  artistFeed,
  commentFeed,
  type FeedContent,
  type FeedSource,
  genreFeed,
  newFeed,
  playlistFeed,
  requestFeed,
} from './feeds.ts';
import { toJsonFeed, toRss } from './rss.ts';

const formats = {
  xml: { write: toRss, type: 'application/rss+xml; charset=utf-8' },
  json: { write: toJsonFeed, type: 'application/feed+json; charset=utf-8' },
};

export function feedRoutes(bind: Bind, c: Context): void {
  const sizes = fileSizes(c.media);
  const read = ({ origin, language }: Call, feed: (source: FeedSource) => Promise<FeedContent>) =>
    feed({ c, sizes, origin, language });

  bind(contract.getNewFeed, async ({ params }, call) =>
    send(c, call, params.format, await read(call, newFeed)),
  );
  bind(contract.getGenreFeed, async ({ params }, call) =>
    send(c, call, params.format, await read(call, (from) => genreFeed(from, params.slug))),
  );
  bind(contract.getArtistFeed, async ({ params }, call) =>
    send(c, call, params.format, await read(call, (from) => artistFeed(from, params.slug))),
  );
  bind(contract.getPlaylistFeed, async ({ params }, call) =>
    send(c, call, params.format, await read(call, (from) => playlistFeed(from, params.id))),
  );
  bind(contract.getRequestFeed, async ({ params }, call) =>
    send(c, call, params.format, await read(call, requestFeed)),
  );
  bind(contract.getCommentFeed, async ({ params }, call) =>
    send(c, call, params.format, await read(call, (from) => commentFeed(from, params))),
  );
}

/** Sends a feed, or 304 without a body if the reader has this very feed. */
function send(
  c: Context,
  { request, reply, origin, language }: Call,
  format: FeedFormat,
  content: FeedContent,
): string {
  const { page, path, ordered = false, ...rest } = content;
  const { write, type } = formats[format];
  const text = write({
    ...rest,
    language,
    site: c.brand.name,
    ordered,
    url: origin + page,
    self: origin + addressIn(`${path}.${format}`, language, reply.server.languages),
    artwork: `${origin}/artwork.png`,
  });
  const etag = etagOf(text);
  // Readers of other sites may be web pages.
  reply.headers({ etag, 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' });
  varyByLanguage(reply);
  if (namesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304);
    return '';
  }
  reply.type(type);
  return text;
}
