import type { Feature, RouteParts } from '../../platform/feature.ts';
import { trackPage } from './page.ts';
import { explorePage, type LoadAsked, trackRoutes } from './routes.ts';
import type { TrackPagePart, TracksContext } from './tracks.ts';

/** @param loadAsked loads what Explore shows of song requests. */
export const tracks = <C extends TracksContext>(
  loadAsked: LoadAsked<C>,
): Feature<C, RouteParts<C>, undefined, 'explore' | 'track'> => ({
  name: 'tracks',
  open: () => ({ trackPageParts: [] as readonly TrackPagePart[] }) as Partial<C>,
  routes: ({ bind, c, searches }) => trackRoutes(bind, c, searches),
  pages: (c) => ({ explore: explorePage(c, loadAsked), track: trackPage(c) }),
});
