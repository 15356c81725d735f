import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { streamSettings } from '../../platform/http/event-streams.ts';
import type { RecordingProgress } from './record.ts';
import { demoRoutes } from './routes.ts';

export const demo: Feature<Context & { band: RecordingProgress }> = {
  name: 'demo',
  routes: ({ server, bind, c, settings }) =>
    demoRoutes(server, bind, c.band, { ...streamSettings, ...settings.streams }),
};
