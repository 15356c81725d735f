import { EMBED_HEIGHT, embedPath } from 'contract/extensions/sharing/embeds.ts';
import type { Track } from 'contract/features/tracks.ts';
import type { TracksContext } from '../../features/tracks/tracks.ts';
import type { Feature } from '../../platform/feature.ts';
import { embedPages, embedRoutes } from './routes.ts';

export const embeds: Feature<TracksContext> = {
  name: 'embeds',
  open: (c) => ({
    trackPageParts: [
      ...c.trackPageParts,
      { head: (track, origin) => ({ player: true, ...playerCard(track, origin) }) },
    ],
  }),
  routes: ({ server, bind, c, settings: { site, publicUrl } }) => {
    embedRoutes(bind, c);
    if (site?.embedModule)
      embedPages(server, c, { module: site.embedModule, publicUrl, mediaOrigin: c.media.origin });
  },
};

/** X frames players over https alone. */
const playerCard = ({ id }: Track, origin: string) =>
  origin.startsWith('https:')
    ? {
        card: {
          card: 'player',
          player: origin + embedPath('track', id),
          'player:width': '480',
          'player:height': String(EMBED_HEIGHT.track),
        },
      }
    : {};
