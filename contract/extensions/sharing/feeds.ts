import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { id, text } from '../../fields.ts';
import { english } from '../../text/messages.ts';

/** Paths of feeds. Without zod: the tags of pages need them. */

/** RSS 2.0, or JSON Feed 1.1. */
const feedFormats = ['xml', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

const format = z.enum(feedFormats, english('A feed ends in .xml (RSS 2.0) or .json (JSON Feed 1.1).'));

/** A feed of at most 100 items, each with its audio file. `ETag` and `If-None-Match` save sending it again. */
const feed = {
  access: 'anyone',
  cost: 6,
  returns: z.string(),
  type: 'application/rss+xml',
} as const;

export const getNewFeed = endpoint('GET /feeds/new.:format', {
  ...feed,
  summary: 'The newest tracks as RSS 2.0 or JSON Feed.',
  params: z.strictObject({ format }),
});

export const getGenreFeed = endpoint('GET /feeds/genres/:slug.:format', {
  ...feed,
  summary: 'The newest tracks of a genre as RSS 2.0 or JSON Feed.',
  params: z.strictObject({ slug: text(100), format }),
});

export const getArtistFeed = endpoint('GET /feeds/artists/:slug.:format', {
  ...feed,
  summary: 'The newest tracks of an artist as RSS 2.0 or JSON Feed.',
  params: z.strictObject({ slug: text(1000), format }),
});

export const getPlaylistFeed = endpoint('GET /feeds/playlists/:id.:format', {
  ...feed,
  summary: 'The first tracks of a public playlist as RSS 2.0 or JSON Feed.',
  params: z.strictObject({ id, format }),
});

export const getRequestFeed = endpoint('GET /feeds/requests.:format', {
  ...feed,
  summary: "The board's newest song requests as RSS 2.0 or JSON Feed.",
  params: z.strictObject({ format }),
});

export const getCommentFeed = endpoint('GET /feeds/comments/:on/:id.:format', {
  ...feed,
  summary: 'The newest comments on a song request or a track, as RSS 2.0 or JSON Feed.',
  params: z.strictObject({ on: z.enum(['request', 'track']), id, format }),
});
