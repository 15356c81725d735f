import type { TracksContext } from '../../features/tracks/tracks.ts';
import type { Feature, RouteParts } from '../../platform/feature.ts';
import { genreArtRoute } from './genre-art.ts';
import { discoveryPages } from './pages.ts';
import { discoveryRoutes } from './routes.ts';
import { listSimilar } from './similar.ts';
import { sitemapRoutes } from './sitemap.ts';

/** Similar tracks on a page: whole rows in 2 and 4 columns. */
const SIMILAR = 8;

export const discovery: Feature<
  TracksContext,
  RouteParts<TracksContext>,
  undefined,
  'genres' | 'genre' | 'artist'
> = {
  name: 'discovery',
  open: (c) => ({
    trackPageParts: [
      ...c.trackPageParts,
      { load: async (id, origin) => ({ similar: await listSimilar(c, id, SIMILAR, origin) }) },
    ],
  }),
  routes: ({ server, bind, c, searches, settings }) => {
    discoveryRoutes(bind, c, searches);
    genreArtRoute(server);
    sitemapRoutes(server, c, settings.publicUrl);
  },
  pages: discoveryPages,
};
