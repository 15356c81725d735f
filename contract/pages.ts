/** The product's pages (§2). Every other address gets the page with status 404. */
export const pages = [
  '/',
  '/library',
  '/playlists',
  '/playlists/:id',
  '/leaderboard',
  '/create',
  '/admin',
  '/profile',
  '/login',
  '/signup',
] as const;

/** Whether an address (without its query) is one of the product's pages. */
export function isPage(pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return pages.some((page) => (page.endsWith('/:id') ? /^\/playlists\/[^/]+$/.test(path) : page === path));
}
