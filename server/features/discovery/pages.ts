import { coverPreload, HERO_COVER_SIZES } from 'contract/covers.ts';
import type { TrackPage } from 'contract/discovery.ts';
import { EMBED_HEIGHT, embedPath } from 'contract/embeds.ts';
import { genreLabel } from 'contract/genres.ts';
import { trackPath } from 'contract/slugs.ts';
import type { Track } from 'contract/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { aboutTags, oembedLinks } from '../../platform/http/page-head.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import type { ServerPage } from '../../platform/http/site.ts';
import { recordingJsonLd } from '../studio/studio.ts';
import { placePages } from './place-pages.ts';
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
