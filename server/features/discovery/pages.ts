import { coverPreload, HERO_COVER_SIZES } from 'contract/covers.ts';
import type { TrackPage } from 'contract/discovery.ts';
import { EMBED_HEIGHT, embedPath } from 'contract/embeds.ts';
import { feedPaths } from 'contract/feeds.ts';
import { genreLabel } from 'contract/genres.ts';
import { pluralize } from 'contract/pluralize.ts';
import { artistPath, genrePath, trackPath } from 'contract/slugs.ts';
import type { Track } from 'contract/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { aboutPlace, aboutTags, oembedLinks } from '../../platform/http/page-head.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import type { ServerPage } from '../../platform/http/site.ts';
import { recordingJsonLd } from '../studio/studio.ts';
import { getArtistPage, isMissingArtist } from './artists.ts';
import { getGenrePage, listGenres } from './genres.ts';
import { getTrackPage, isMissingTrack } from './track-page.ts';

/** The pages of this feature that the server renders. */
export const discoveryPages = (c: Context): ServerPage[] => [
  {
    paths: ['/tracks/:id', '/tracks/:id/', '/tracks/:id/:slug', '/tracks/:id/:slug/'],
    cost: 8,
    async load({ params, origin, request }) {
      const data = await onReplica(c, request, (c) => getTrackPage(c, params.id!, origin), isMissingTrack);
      const { track } = data;
      return {
        status: track ? 200 : data.deleted ? 410 : 404,
        content: { page: 'track', data },
        address: `/tracks/${encodeURIComponent(params.id!)}`,
        about: track ? aboutTrack(track, data, origin) : aboutMissing(data.deleted, origin),
        preload: coverPreload(track?.cover_image_url ?? null, HERO_COVER_SIZES),
        scriptless: true,
      };
    },
  },
  ...placePages(c),
];

function aboutTrack(track: Track, { provenance, lyrics }: TrackPage, origin: string): string {
  const url = origin + trackPath(track);
  const genre = track.genre ? `${genreLabel(track.genre)}, ` : '';
  // Drawn from the track; the parameter is for those who keep pictures by their address.
  const image = `${origin}/social/tracks/${track.id}.jpg?v=${track.updated_at}`;
  const title = `${track.title} by ${track.display_artist}`;
  return aboutTags({
    title,
    description: `${genre}AI-generated. Listen to ${title} on Ovation, music the crowd calls for.`,
    url,
    image,
    type: 'music.song',
    properties: {
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
      'music:duration': String(track.duration_seconds),
      'og:audio': track.audio_url,
      'og:audio:type': 'audio/mpeg',
    },
    card: { title, image, ...playerCard(track.id, origin) },
    links: oembedLinks(origin, url, title),
    jsonLd: recordingJsonLd(track, { provenance, lyrics }, url),
  });
}

/** X frames players over https alone. */
const playerCard = (id: string, origin: string): Record<string, string> =>
  origin.startsWith('https:')
    ? {
        card: 'player',
        player: origin + embedPath('track', id),
        'player:width': '480',
        'player:height': String(EMBED_HEIGHT.track),
      }
    : { card: 'summary_large_image' };

const aboutMissing = (deleted: boolean, origin: string) =>
  aboutTags({
    title: deleted ? 'This track was removed' : 'Track not found',
    description: 'AI music that the crowd calls for.',
    url: origin,
    image: `${origin}/social.png`,
    type: 'website',
    card: { card: 'summary' },
    hidden: true,
  });

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
