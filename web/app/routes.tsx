import { type PageName, pageAt, pageNames, pages } from 'contract/pages.ts';
import { type ComponentType, lazy } from 'react';
import Explore from '../pages/Explore.tsx';

interface AppRoute {
  path: string;
  page: ComponentType;
  /** Loads the page's code. */
  load: () => Promise<{ default: ComponentType }>;
}

function lazyRoute(path: string, load: () => Promise<{ default: ComponentType }>): AppRoute {
  return { path, load, page: lazy(load) };
}

type Load = AppRoute['load'];
const places: Load = () => import('../pages/Places.tsx');
const create: Load = () => import('../pages/Create.tsx');
const entry: Load = () => import('../pages/Entry.tsx');

/** The code of each page. Explore is part of the first chunk; a link preloads the page that it leads to. */
const loaders: Record<Exclude<PageName, 'explore'>, Load> = {
  track: () => import('../pages/Track.tsx'),
  artist: places,
  charts: places,
  genres: places,
  genre: places,
  person: places,
  board: () => import('../pages/Leaderboard.tsx'),
  request: () => import('../pages/SongRequest.tsx'),
  playlists: () => import('../pages/Playlists.tsx'),
  playlist: () => import('../pages/Playlist.tsx'),
  create,
  admin: create,
  library: () => import('../pages/Library.tsx'),
  following: () => import('../pages/Following.tsx'),
  profile: () => import('../pages/Profile.tsx'),
  login: entry,
  signup: entry,
  unsubscribe: () => import('../pages/Unsubscribe.tsx'),
};

/** The routes of the table of pages. */
export const routes = pageNames.map(
  (name): AppRoute =>
    name === 'explore'
      ? { path: pages.explore.path, page: Explore, load: async () => ({ default: Explore }) }
      : lazyRoute(pages[name].path, loaders[name]),
);

/** The route of a URL (without its query). */
export function routeAt(path: string): AppRoute | undefined {
  const name = pageAt(path);
  return name && routes[pageNames.indexOf(name)];
}

/** Loads the page of a URL before the first render, which then shows it at once. */
export async function prepareRoute(path: string): Promise<void> {
  const route = routeAt(path);
  if (route) route.page = (await route.load()).default;
}

export const notFound = lazyRoute('*', () => import('../pages/NotFound.tsx'));
