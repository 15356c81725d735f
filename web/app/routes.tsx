import { type PageName, pageAt, pageNames, pages } from 'contract/pages.ts';
import { type ComponentType, lazy } from 'react';
import { extensions } from '../extensions.ts';
import type { LoadPage, PageModule } from '../lib/http/page-loader.ts';
import * as explore from '../pages/Explore.tsx';
import { loadSlots } from '../ui/Slot.tsx';

interface AppRoute {
  path: string;
  page: ComponentType;
  /** Loads the page's code. */
  load: LoadPage;
}

function lazyRoute(path: string, load: LoadPage): AppRoute {
  return { path, load, page: lazy(load) };
}

const create: LoadPage = () => import('../pages/Create.tsx');
const own: LoadPage = () => import('../pages/profile/Own.tsx');
const entry: LoadPage = () => import('../pages/entry/Entry.tsx');

/** The code of each page but Explore, which is part of the first chunk. A link preloads the page that it leads to. */
const loaders: Record<Exclude<PageName, 'explore'>, LoadPage> = {
  track: () => import('../pages/Track.tsx'),
  board: () => import('../pages/Leaderboard.tsx'),
  request: () => import('../pages/SongRequest.tsx'),
  playlists: () => import('../pages/Playlists.tsx'),
  playlist: () => import('../pages/Playlist.tsx'),
  create,
  admin: create,
  library: () => import('../pages/Library.tsx'),
  profile: own,
  settings: own,
  login: entry,
  signup: entry,
  ...extensions.pages,
};

function routeOf(name: PageName): AppRoute {
  const { path } = pages[name];
  if (name === 'explore') return { path, page: explore.default, load: async () => explore };
  const load = loaders[name];
  return lazyRoute(path, async () => (await Promise.all([load(), loadSlots(name)]))[0]);
}

/** The routes of the table of pages. */
export const routes = pageNames.map(routeOf);

/** The route of a URL (without its query). */
export function routeAt(path: string): AppRoute | undefined {
  const name = pageAt(path);
  return name && routes.find((route) => route.path === pages[name].path);
}

/** Loads the page of a URL before the first render, which then shows it at once. */
export async function prepareRoute(path: string): Promise<PageModule | undefined> {
  const route = routeAt(path);
  if (!route) return;
  const module = await route.load();
  await module.prepare?.();
  route.page = module.default;
  return module;
}

export const notFound = lazyRoute('*', () => import('../pages/NotFound.tsx'));
