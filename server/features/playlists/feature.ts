import type { Context } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { playlistData, playlistHead } from './playlists.ts';
import { playlistRoutes } from './routes.ts';

export const playlists: Feature<Context> = {
  name: 'playlists',
  routes: ({ bind, c }) => playlistRoutes(bind, c),
  headOf: playlistHead,
  personalData: [playlistData],
};
