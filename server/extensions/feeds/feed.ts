import path from 'node:path';
import type { Track } from 'contract/features/tracks.ts';
import { genreLabel } from 'contract/genres.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { pages } from 'contract/pages.ts';
import { trackPath } from 'contract/text/slugs.ts';
import type { Context } from '../../platform/context.ts';
import { taglineAfter } from '../../platform/http/pages/brand.ts';
import type { FileSizes } from '../../platform/media/media-use.ts';
import { type MediaEnding, mediaTypes } from '../../platform/media/store.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { say } from '../../platform/text/say.ts';

/** Maximum number of items in a feed. */
export const FEED_ITEMS = 100;

/** A feed, whatever its format. URLs are absolute, times are epoch milliseconds. */
export interface Feed {
  language: LanguageCode;
  /** The site's name. */
  site: string;
  title: string;
  description: string;
  /** The page that shows the same. */
  url: string;
  /** The feed's own URL. */
  self: string;
  /** A square picture that podcast players accept. */
  artwork: string;
  /** True if the items are in an order of their own, such as that of a playlist, instead of newest first. */
  ordered: boolean;
  items: FeedItem[];
}

export interface FeedItem {
  /** Never changes, on any server. */
  id: string;
  title: string;
  url: string;
  summary: string;
  author: string | undefined;
  genre: string | undefined;
  image: string | undefined;
  published: number;
  updated: number;
  audio: FeedAudio | undefined;
}

interface FeedAudio {
  url: string;
  type: string;
  bytes: number;
  seconds: number;
}

type TrackRow = Pick<
  Track,
  | 'id'
  | 'title'
  | 'display_artist'
  | 'duration_seconds'
  | 'cover_image_url'
  | 'audio_url'
  | 'release_date'
  | 'updated_at'
  | 'genre'
> & {
  /** Time of its addition to a playlist, epoch ms. */
  added_at?: number;
};

/** Tracks as items. A file elsewhere, whose length nobody knows, is left out: the item's page plays it. */
export async function trackItems(
  c: Context,
  tracks: TrackRow[],
  sizes: FileSizes,
  origin: string,
  language: LanguageCode,
): Promise<FeedItem[]> {
  const { name: site } = c.brand;
  const bytes = await sizes(tracks.map(({ audio_url }) => audio_url));
  return withAbsoluteUrls(tracks, origin).map((track, i) => {
    const size = bytes[i];
    const genre = track.genre === null ? undefined : genreLabel(track.genre);
    const published = track.added_at ?? Date.parse(track.release_date);
    return {
      id: `urn:uuid:${track.id}`,
      title: say(language, pages.track.titleOf(track)),
      url: origin + trackPath(track),
      summary:
        (genre
          ? say(language, '{genre}, AI-generated. On {site}.', { genre, site })
          : say(language, 'AI-generated. On {site}.', { site })) + taglineAfter(c.brand, language),
      author: track.display_artist,
      genre,
      image: track.cover_image_url ?? undefined,
      published,
      updated: Math.max(track.updated_at, published),
      audio:
        size === undefined
          ? undefined
          : {
              url: track.audio_url,
              type: mediaTypes[path.extname(track.audio_url).slice(1) as MediaEnding],
              bytes: size,
              seconds: track.duration_seconds,
            },
    };
  });
}
