import type { Track } from 'contract/features/tracks.ts';
import { genreLabel } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { coverPreload } from 'contract/pictures/covers.ts';
import { artistPath, feedPaths, genrePath } from 'contract/text/slugs.ts';
import type { Context } from '../../platform/context.ts';
import { taglineAfter } from '../../platform/http/pages/brand.ts';
import { listHead, missing } from '../../platform/http/pages/page-head.ts';
import type { ServerPages } from '../../platform/http/pages/site.ts';
import { say } from '../../platform/text/say.ts';
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
    load: async ({ language }) => ({
      status: 200,
      data: await listGenres(c),
      url: pages.genres.path,
      head: {
        title: say(language, pages.genres.title),
        description: say(language, 'AI music of every genre.'),
        path: pages.genres.path,
      },
      scriptless: true,
    }),
  },
  genre: {
    cost: 8,
    async load({ params, query, origin, language }) {
      // The first view of a whole list comes from the script.
      if (query.sort !== undefined) return undefined;
      const data = await getGenrePage(c, params.slug!, origin);
      const genre = data.genre?.genre;
      const label = genre && genreLabel(genre);
      return {
        status: genre ? 200 : 404,
        data,
        url: genre ? genrePath(genre) : `/genres/${encodeURIComponent(params.slug!)}`,
        head: listHead(c.brand, language, {
          title: label ? say(language, '{genre} music', { genre: label }) : say(language, 'Genre not found'),
          description: genre
            ? say(
                language,
                '{n, plural, one {# track} other {# tracks}} of AI-generated {genre}. Listen on {site}.',
                { n: data.genre!.tracks, genre: label, site: c.brand.name },
              ) + taglineAfter(c.brand, language)
            : missing(language),
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
    async load({ params, query, origin, language }) {
      if (query.sort !== undefined) return undefined;
      const data = await getArtistPage(c, params.slug!, origin);
      const { artist } = data;
      return {
        status: artist ? 200 : 404,
        data,
        url: artist ? artistPath(artist.slug) : `/artists/${encodeURIComponent(params.slug!)}`,
        head: listHead(c.brand, language, {
          title: artist?.name ?? say(language, 'Artist not found'),
          description: artist
            ? say(
                language,
                '{n, plural, one {# track} other {# tracks}} by {name}, AI-generated. Listen on {site}.',
                { n: artist.tracks, name: artist.name, site: c.brand.name },
              ) + taglineAfter(c.brand, language)
            : missing(language),
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
