import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { genreArtRoute } from './genre-art.ts';
import { discoveryPages } from './pages.ts';
import { discoveryRoutes } from './routes.ts';
import { sitemapRoutes } from './sitemap.ts';

export const discovery: Feature<Context> = {
  name: 'discovery',
  routes: ({ server, bind, c, searches, settings }) => {
    discoveryRoutes(bind, c, searches);
    genreArtRoute(server);
    sitemapRoutes(server, c, settings.publicUrl);
  },
  pages: discoveryPages,
};
