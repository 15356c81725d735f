import { coverPreload } from 'contract/covers.ts';
import { feedPaths } from 'contract/feeds.ts';
import { genreLabel } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { artistPath, genrePath } from 'contract/slugs.ts';
import type { Track } from 'contract/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { listHead, MISSING } from '../../platform/http/page-head.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import type { ServerPage } from '../../platform/http/site.ts';
import { getArtistPage, isMissingArtist } from './artist-page.ts';
import { getGenrePage, listGenres } from './genre-page.ts';

/** Covers in the first row, which load before the script. */
const preloadOf = (tracks: Track[]) =>
  tracks
    .slice(0, 4)
    .map((track) => coverPreload(track.cover_image_url))
    .join('');

/** The pages of genres and artists. */
export const placePages = (c: Context): ServerPage[] => [
  {
    page: 'genres',
    cost: 3,
    load: async ({ request }) => ({
      status: 200,
      data: await onReplica(c, request, listGenres),
      address: pages.genres.path,
      head: pages.genres,
      scriptless: true,
    }),
  },
  {
    page: 'genre',
    cost: 8,
    async load({ params, query, origin, request }) {
      // The first view of a whole list comes from the script.
      if (query.sort !== undefined) return undefined;
      const data = await onReplica(c, request, (c) => getGenrePage(c, params.slug!, origin));
      const genre = data.genre?.genre;
      return {
        status: genre ? 200 : 404,
        data,
        address: genre ? genrePath(genre) : `/genres/${encodeURIComponent(params.slug!)}`,
        head: listHead({
          title: genre ? `${genreLabel(genre)} music` : pages.genre.missing,
          description: genre ? pages.genre.description(genreLabel(genre), data.genre!.tracks) : MISSING,
          path: genre ? genrePath(genre) : null,
          feed: genre && feedPaths.genre(genre),
          cover: data.popular[0]?.cover_image_url,
        }),
        preload: preloadOf(data.popular),
        scriptless: true,
      };
    },
  },
  {
    page: 'artist',
    cost: 8,
    async load({ params, query, origin, request }) {
      if (query.sort !== undefined) return undefined;
      const data = await onReplica(
        c,
        request,
        (c) => getArtistPage(c, params.slug!, origin),
        isMissingArtist,
      );
      const { artist } = data;
      return {
        status: artist ? 200 : 404,
        data,
        address: artist ? artistPath(artist.slug) : `/artists/${encodeURIComponent(params.slug!)}`,
        head: listHead({
          title: artist?.name ?? pages.artist.missing,
          description: artist ? pages.artist.description(artist.name, artist.tracks) : MISSING,
          path: artist && artistPath(artist.slug),
          feed: artist ? feedPaths.artist(artist.slug) : undefined,
          cover: data.popular[0]?.cover_image_url,
        }),
        preload: preloadOf(data.popular),
        scriptless: true,
      };
    },
  },
];
