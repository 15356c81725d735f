import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { streamSettings } from '../../platform/http/connections/event-streams.ts';
import { addedData, playlistData, playlistHead } from './playlists.ts';
import { playlistRoutes } from './routes.ts';

export const playlists: Feature<Context> = {
  name: 'playlists',
  routes: ({ server, bind, c, settings }) =>
    playlistRoutes(server, bind, c, { ...streamSettings, ...settings.streams }),
  headOf: playlistHead,
  personalData: [playlistData, addedData],
};
