import type { Feature } from '../../platform/feature.ts';
import { type ScrobblingContext, sending } from './outgoing.ts';
import { scrobblingRoutes } from './routes.ts';
import { scrobbleData } from './scrobbling.ts';
import { scrobblingExample, scrobblingKeys, scrobblingSettings } from './settings.ts';

export const scrobbling: Feature<ScrobblingContext> = {
  name: 'scrobbling',
  settings: {
    name: 'scrobbling',
    keys: scrobblingKeys,
    read: scrobblingSettings,
    example: scrobblingExample,
  },
  routes: ({ bind, c }) => scrobblingRoutes(bind, c),
  personalData: [scrobbleData],
  jobs: { 'scrobbling.send': sending },
};
