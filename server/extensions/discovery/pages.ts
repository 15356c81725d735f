import type { Track } from 'contract/features/tracks.ts';
import { feedPaths } from 'contract/feed-paths.ts';
import { genreLabel } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { coverPreload } from 'contract/pictures/covers.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { artistPath, genrePath } from 'contract/text/slugs.ts';
import type { Context } from '../../platform/context.ts';
import { onSite } from '../../platform/http/pages/brand.ts';
import { listHead, MISSING } from '../../platform/http/pages/page-head.ts';
import type { ServerPages } from '../../platform/http/pages/site.ts';
import { getArtistPage } from './artists.ts';
import { getGenrePage, listGenres } from './genres.ts';

/** Covers in the first row, which load before the script. */
const preloadOf = (tracks: Track[]) =>
  tracks
    .slice(0, 4)
    .map((track) => coverPreload(track.cover_image_url))
    .join('');

/** The pages of genres and artists. */
export const discoveryPages = (c: Context): Pick<ServerPages, 'genres' | 'genre' | 'artist'> => ({
  genres: {
    cost: 3,
    load: async () => ({
      status: 200,
      data: await listGenres(c),
      url: pages.genres.path,
      head: {
        title: pages.genres.title,
        description: 'AI music of every genre.',
        path: pages.genres.path,
      },
      scriptless: true,
    }),
  },
  genre: {
    cost: 8,
    async load({ params, query, origin }) {
      // The first view of a whole list comes from the script.
      if (query.sort !== undefined) return undefined;
      const data = await getGenrePage(c, params.slug!, origin);
      const genre = data.genre?.genre;
      return {
        status: genre ? 200 : 404,
        data,
        url: genre ? genrePath(genre) : `/genres/${encodeURIComponent(params.slug!)}`,
        head: listHead(c.brand, {
          title: genre ? `${genreLabel(genre)} music` : 'Genre not found',
          description: genre
            ? `${pluralize(data.genre!.tracks, 'track')} of AI-generated ${genreLabel(genre)}. Listen ${onSite(c.brand)}`
            : MISSING,
          path: genre ? genrePath(genre) : null,
          feed: genre && feedPaths.genre(genre),
          cover: data.popular[0]?.cover_image_url,
        }),
        preload: preloadOf(data.popular),
        scriptless: true,
      };
    },
  },
  artist: {
    cost: 8,
    async load({ params, query, origin }) {
      if (query.sort !== undefined) return undefined;
      const data = await getArtistPage(c, params.slug!, origin);
      const { artist } = data;
      return {
        status: artist ? 200 : 404,
        data,
        url: artist ? artistPath(artist.slug) : `/artists/${encodeURIComponent(params.slug!)}`,
        head: listHead(c.brand, {
          title: artist?.name ?? 'Artist not found',
          description: artist
            ? `${pluralize(artist.tracks, 'track')} by ${artist.name}, AI-generated. Listen ${onSite(c.brand)}`
            : MISSING,
          path: artist && artistPath(artist.slug),
          feed: artist ? feedPaths.artist(artist.slug) : undefined,
          cover: data.popular[0]?.cover_image_url,
        }),
        preload: preloadOf(data.popular),
        scriptless: true,
      };
    },
  },
});
