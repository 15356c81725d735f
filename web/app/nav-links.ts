import type { Tier } from 'contract/plans.ts';
import { CirclePlus, Compass, Library, ListMusic, type LucideIcon, Megaphone } from 'lucide-react';

interface NavLink {
  href: string;
  name: string;
  icon: LucideIcon;
  /** Hides it in the server's picture from those whom it is not for. */
  className?: string;
}

/** Whether a path is the page of a link or below it, such as a request below the board. */
export const isWithin = (path: string, href: string) =>
  path === href || (href !== '/' && path.startsWith(`${href}/`));

/** The server draws a page for everybody; a style shows what is for whoever was here last. */
const isDrawn = typeof window === 'undefined';

/** The links of the navigation (§2): Library and Playlists for members, Create for admins. */
export function navLinks(tier: Tier | null): NavLink[] {
  const drawnFor = (className: string) => (isDrawn ? { className } : {});
  return [
    { href: '/', name: 'Explore', icon: Compass },
    ...(tier || isDrawn
      ? [
          { href: '/library', name: 'Library', icon: Library, ...drawnFor('for-members') },
          { href: '/playlists', name: 'Playlists', icon: ListMusic, ...drawnFor('for-members') },
        ]
      : []),
    { href: '/leaderboard', name: 'Requests', icon: Megaphone },
    // Compared here because the table of plans is not part of the first chunk.
    ...(tier === 'admin' || isDrawn
      ? [{ href: '/create', name: 'Create', icon: CirclePlus, ...drawnFor('for-admins') }]
      : []),
  ];
}
