import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { embedPages, embedRoutes } from './routes.ts';

export const embeds: Feature<Context> = {
  name: 'embeds',
  routes: ({ server, bind, c, settings: { site, publicUrl } }) => {
    embedRoutes(bind, c);
    if (site?.embedModule)
      embedPages(server, c, { module: site.embedModule, publicUrl, mediaOrigin: c.media.origin });
  },
};
