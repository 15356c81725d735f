import { CirclePlus, Compass, Library, ListMusic, type LucideIcon, Megaphone } from 'lucide-react';
import type { Viewer } from '../lib/session.tsx';

export interface Place {
  href: string;
  name: string;
  icon: LucideIcon;
}

/** Where the navigation leads (§2): Library and Playlists when signed in, Create for the admin plan. */
export function places(viewer: Viewer | null): Place[] {
  return [
    { href: '/', name: 'Explore', icon: Compass },
    ...(viewer
      ? [
          { href: '/library', name: 'Library', icon: Library },
          { href: '/playlists', name: 'Playlists', icon: ListMusic },
        ]
      : []),
    { href: '/leaderboard', name: 'Requests', icon: Megaphone },
    // All that the first page needs to know of plans; their table comes later.
    ...(viewer?.plan_tier === 'admin' ? [{ href: '/create', name: 'Create', icon: CirclePlus }] : []),
  ];
}
