import type { Feature, RouteParts } from '../../platform/feature.ts';
import { announceListen, type ScrobblingContext, sending } from './outgoing.ts';
import { insertForLinks } from './queries.ts';
import { scrobblingRoutes } from './routes.ts';
import { scrobbleData } from './scrobbling.ts';
import {
  openScrobblers,
  type ScrobblingSettings,
  scrobblingExample,
  scrobblingKeys,
  scrobblingSettings,
} from './settings.ts';

export const scrobbling: Feature<ScrobblingContext, RouteParts<ScrobblingContext>, ScrobblingSettings> = {
  name: 'scrobbling',
  settings: {
    name: 'scrobbling',
    keys: scrobblingKeys,
    read: scrobblingSettings,
    example: scrobblingExample,
  },
  open: (c, settings) => ({
    scrobblers: openScrobblers(settings, c.publicUrl, undefined, c.brand.name),
    playListeners: [
      ...c.playListeners,
      {
        started: (user_id, track_id) => void announceListen(c, user_id, track_id),
        counted: (tx, play) => insertForLinks(tx, c.engine, play),
      },
    ],
  }),
  routes: ({ bind, c }) => scrobblingRoutes(bind, c),
  personalData: [scrobbleData],
  jobs: { 'scrobbling.send': sending },
};
