import { type ComponentType, lazy } from 'react';
import Explore from '../pages/Explore.tsx';

export interface AppRoute {
  path: string;
  page: ComponentType;
  /** Loads the page's code. */
  load: () => Promise<{ default: ComponentType }>;
}

function lazyRoute(path: string, load: () => Promise<{ default: ComponentType }>): AppRoute {
  return { path, load, page: lazy(load) };
}

/** §2's table. Explore is part of the first chunk; a link preloads the page that it leads to. */
export const routes: AppRoute[] = [
  { path: '/', page: Explore, load: async () => ({ default: Explore }) },
  lazyRoute('/tracks/:id/:slug?', () => import('../pages/Track.tsx')),
  ...['/artists/:slug', '/charts', '/genres/:slug?', '/people/:slug'].map((path) =>
    lazyRoute(path, () => import('../pages/Places.tsx')),
  ),
  lazyRoute('/library', () => import('../pages/Library.tsx')),
  lazyRoute('/playlists', () => import('../pages/Playlists.tsx')),
  lazyRoute('/playlists/:id', () => import('../pages/Playlist.tsx')),
  lazyRoute('/leaderboard', () => import('../pages/Leaderboard.tsx')),
  lazyRoute('/leaderboard/:id', () => import('../pages/SongRequest.tsx')),
  ...['/create', '/admin'].map((path) => lazyRoute(path, () => import('../pages/Create.tsx'))),
  lazyRoute('/profile', () => import('../pages/Profile.tsx')),
  ...['/login', '/signup'].map((path) => lazyRoute(path, () => import('../pages/Entry.tsx'))),
  lazyRoute('/unsubscribe', () => import('../pages/Unsubscribe.tsx')),
];

/** The route of an address (without its query). */
export const routeAt = (path: string) => routes.find((route) => patternOf(route).test(path));

/** Matches the addresses of a route. */
export const patternOf = ({ path }: AppRoute) =>
  new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`);

/** Loads the page of an address before the first render, which then shows it at once. */
export async function prepareRoute(path: string): Promise<void> {
  const route = routeAt(path);
  if (route) route.page = (await route.load()).default;
}

export const notFound = lazyRoute('*', () => import('../pages/NotFound.tsx'));
