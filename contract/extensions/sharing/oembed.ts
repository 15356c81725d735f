import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { text, webAddress } from '../../fields.ts';
import { english } from '../../text/messages.ts';

const pixels = z.coerce
  .number(english('Please give a whole number of pixels.'))
  .int(english('Please give a whole number of pixels.'))
  .min(1, english('Please give a whole number of pixels.'))
  .max(100_000, english('Please give a whole number of pixels.'));

/** A page's player, as oembed.com describes it. */
export const OEmbed = z.object({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  provider_name: z.string(),
  provider_url: webAddress,
  title: z.string(),
  author_name: z.string().optional(),
  author_url: webAddress.optional(),
  thumbnail_url: webAddress.optional(),
  thumbnail_width: z.int().optional(),
  thumbnail_height: z.int().optional(),
  html: z.string(),
  width: z.int(),
  height: z.int(),
  /** Seconds. */
  cache_age: z.int(),
});
export type OEmbed = z.output<typeof OEmbed>;

export const getOEmbed = endpoint('GET /oembed', {
  access: 'anyone',
  cost: 2,
  summary:
    'Returns the HTML that embeds the player of a song or of a public playlist, by the address of its page (oEmbed). 501 for a format other than json and xml.',
  // Other parameters are ignored: senders have some of their own.
  query: z.object({
    url: text(2048),
    maxwidth: pixels.optional(),
    maxheight: pixels.optional(),
    format: text(100).default('json'),
  }),
  returns: z.union([OEmbed, z.string()]),
});
