import type { ComponentType } from 'react';
import { lazy } from '../lib/lazy.ts';
import Explore from '../pages/Explore.tsx';

export interface AppRoute {
  path: string;
  page: ComponentType;
  /** Fetches the page's code, before it is needed or when it is. */
  load: () => Promise<unknown>;
}

function later(path: string, load: () => Promise<{ default: ComponentType }>): AppRoute {
  return { path, load, page: lazy(load) };
}

/** §2's table. Explore comes with the first chunk, every other page when one heads for it. */
export const routes: AppRoute[] = [
  { path: '/', page: Explore, load: async () => {} },
  later('/library', () => import('../pages/Library.tsx')),
  later('/playlists', () => import('../pages/Playlists.tsx')),
  later('/playlists/:id', () => import('../pages/Playlist.tsx')),
  later('/leaderboard', () => import('../pages/Leaderboard.tsx')),
  later('/create', () => import('../pages/Create.tsx')),
  later('/admin', () => import('../pages/Admin.tsx')),
  later('/profile', () => import('../pages/Profile.tsx')),
  later('/login', () => import('../pages/Login.tsx')),
  later('/signup', () => import('../pages/Signup.tsx')),
];

export const notFound = later('*', () => import('../pages/NotFound.tsx'));
