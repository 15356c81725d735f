import { coverPreload, HERO_COVER_SIZES } from 'contract/covers.ts';
import type { TrackPage } from 'contract/extensions/discovery.ts';
import { EMBED_HEIGHT, embedPath } from 'contract/extensions/sharing/embeds.ts';
import type { Track } from 'contract/features/tracks.ts';
import { feedPaths } from 'contract/feed-paths.ts';
import { genreLabel } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { artistPath, genrePath, trackPath } from 'contract/text/slugs.ts';
import type { Context } from '../../platform/context.ts';
import { type Head, listHead, MISSING } from '../../platform/http/pages/page-head.ts';
import type { ServerPage } from '../../platform/http/pages/site.ts';
import { recordingJsonLd } from '../studio/studio.ts';
import { getArtistPage } from './artists.ts';
import { getGenrePage, listGenres } from './genres.ts';
import { getTrackPage } from './track-page.ts';

/** The pages of this feature that the server renders. */
export const discoveryPages = (c: Context): ServerPage[] => [
  {
    page: 'track',
    cost: 10,
    async load({ params, origin }) {
      const data = await getTrackPage(c, params.id!, origin);
      const { track } = data;
      return {
        status: track ? 200 : data.deleted ? 410 : 404,
        data,
        url: `/tracks/${encodeURIComponent(params.id!)}`,
        head: track ? trackHead(track, data, origin) : missingHead(data.deleted),
        preload: coverPreload(track?.cover_image_url ?? null, HERO_COVER_SIZES),
        scriptless: true,
      };
    },
  },
  ...placePages(c),
];

function trackHead(track: Track, { provenance, lyrics }: TrackPage, origin: string): Head {
  const path = trackPath(track);
  const title = pages.track.titleOf(track);
  return {
    title,
    description: pages.track.description(track, track.genre && genreLabel(track.genre)),
    path,
    // Drawn from the track; the parameter is for those who keep pictures by their URL.
    image: `/social/tracks/${track.id}.jpg?v=${track.updated_at}`,
    type: 'music.song',
    properties: {
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
      'music:duration': String(track.duration_seconds),
      'og:audio': track.audio_url,
      'og:audio:type': 'audio/mpeg',
    },
    card: playerCard(track.id, origin),
    player: true,
    jsonLd: recordingJsonLd(track, { provenance, lyrics }, origin + path),
  };
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
    : {};

const missingHead = (deleted: boolean): Head => ({
  title: deleted ? 'This track was removed' : pages.track.missing,
  description: MISSING,
  path: null,
  card: { card: 'summary' },
});

/** Covers in the first row, which load before the script. */
const preloadOf = (tracks: Track[]) =>
  tracks
    .slice(0, 4)
    .map((track) => coverPreload(track.cover_image_url))
    .join('');

/** The pages of genres and artists. */
const placePages = (c: Context): ServerPage[] => [
  {
    page: 'genres',
    cost: 3,
    load: async () => ({
      status: 200,
      data: await listGenres(c),
      url: pages.genres.path,
      head: pages.genres,
      scriptless: true,
    }),
  },
  {
    page: 'genre',
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
    async load({ params, query, origin }) {
      if (query.sort !== undefined) return undefined;
      const data = await getArtistPage(c, params.slug!, origin);
      const { artist } = data;
      return {
        status: artist ? 200 : 404,
        data,
        url: artist ? artistPath(artist.slug) : `/artists/${encodeURIComponent(params.slug!)}`,
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
