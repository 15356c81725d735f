import type { Track } from 'contract/features/tracks.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { pages } from 'contract/pages.ts';
import type { TracksContext } from '../../features/tracks/tracks.ts';
import type { Feature } from '../../platform/feature.ts';
import { say } from '../../platform/text/say.ts';
import { previewRoutes } from './routes.ts';

export const previews: Feature<TracksContext> = {
  name: 'previews',
  open: (c) => ({ trackPageParts: [...c.trackPageParts, { head: picture }] }),
  routes: ({ server, c }) => previewRoutes(server, c),
};

const picture = (track: Track, _origin: string, language: LanguageCode) => ({
  // Drawn from the track; the parameter is for those who keep pictures by their URL.
  image: `/social/tracks/${track.id}.jpg?v=${track.updated_at}`,
  properties: {
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': say(language, pages.track.titleOf(track)),
  },
});
