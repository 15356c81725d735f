import { coverPreload } from 'contract/covers.ts';
import { feedPaths } from 'contract/feeds.ts';
import { genreLabel } from 'contract/genres.ts';
import { pluralize } from 'contract/pluralize.ts';
import { artistPath, genrePath } from 'contract/slugs.ts';
import type { Track } from 'contract/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { aboutPlace } from '../../platform/http/page-head.ts';
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
    paths: ['/genres', '/genres/'],
    cost: 3,
    load: async ({ origin, request }) => ({
      status: 200,
      content: { page: 'genres', data: await onReplica(c, request, listGenres) },
      address: '/genres',
      about: aboutPlace(origin, {
        title: 'Genres',
        description: 'AI music of every genre, and what the crowd calls for next.',
        path: '/genres',
      }),
      preload: '',
      scriptless: true,
    }),
  },
  {
    paths: ['/genres/:slug', '/genres/:slug/'],
    cost: 8,
    async load({ params, query, origin, request }) {
      // The first view of a whole list comes from the script.
      if (query.sort !== undefined) return undefined;
      const data = await onReplica(c, request, (c) => getGenrePage(c, params.slug!, origin));
      const genre = data.genre?.genre;
      return {
        status: genre ? 200 : 404,
        content: { page: 'genre', data },
        address: genre ? genrePath(genre) : `/genres/${encodeURIComponent(params.slug!)}`,
        about: aboutPlace(origin, {
          title: genre ? `${genreLabel(genre)} music` : 'Genre not found',
          description: genre
            ? `${pluralize(data.genre!.tracks, 'track')} of AI-generated ${genreLabel(genre)}. Listen on Ovation, music the crowd calls for.`
            : 'AI music that the crowd calls for.',
          path: genre ? genrePath(genre) : null,
          ...(genre && { feed: feedPaths.genre(genre) }),
          cover: data.popular[0]?.cover_image_url ?? null,
        }),
        preload: preloadOf(data.popular),
        scriptless: true,
      };
    },
  },
  {
    paths: ['/artists/:slug', '/artists/:slug/'],
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
        content: { page: 'artist', data },
        address: artist ? artistPath(artist.slug) : `/artists/${encodeURIComponent(params.slug!)}`,
        about: aboutPlace(origin, {
          title: artist?.name ?? 'Artist not found',
          description: artist
            ? `${pluralize(artist.tracks, 'track')} by ${artist.name}, AI-generated. Listen on Ovation, music the crowd calls for.`
            : 'AI music that the crowd calls for.',
          path: artist ? artistPath(artist.slug) : null,
          ...(artist && { feed: feedPaths.artist(artist.slug) }),
          cover: data.popular[0]?.cover_image_url ?? null,
        }),
        preload: preloadOf(data.popular),
        scriptless: true,
      };
    },
  },
];
