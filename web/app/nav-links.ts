import { CirclePlus, Compass, Library, ListMusic, type LucideIcon, Megaphone } from 'lucide-react';
import type { Viewer } from '../lib/session.tsx';

interface NavLink {
  href: string;
  name: string;
  icon: LucideIcon;
}

/** Whether a path is the page of a link or below it, such as a request below the board. */
export const isWithin = (path: string, href: string) =>
  path === href || (href !== '/' && path.startsWith(`${href}/`));

/** The links of the navigation (§2): Library and Playlists for members, Create for admins. */
export function navLinks(viewer: Viewer | null): NavLink[] {
  return [
    { href: '/', name: 'Explore', icon: Compass },
    ...(viewer
      ? [
          { href: '/library', name: 'Library', icon: Library },
          { href: '/playlists', name: 'Playlists', icon: ListMusic },
        ]
      : []),
    { href: '/leaderboard', name: 'Requests', icon: Megaphone },
    // Compared here because the table of plans is not part of the first chunk.
    ...(viewer?.plan_tier === 'admin' ? [{ href: '/create', name: 'Create', icon: CirclePlus }] : []),
  ];
}
