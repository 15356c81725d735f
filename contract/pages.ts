/** The product's pages (§2). Every other address gets the page with status 404. */
export const pages = [
  '/',
  '/library',
  '/playlists',
  '/playlists/:id',
  '/leaderboard',
  '/leaderboard/:id',
  '/create',
  '/admin',
  '/profile',
  '/login',
  '/signup',
] as const;

const patterns = pages.map((page) => new RegExp(`^${page.replace(':id', '[^/]+')}$`));

/** Whether an address (without its query) is one of the product's pages. */
export function isPage(pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return patterns.some((pattern) => pattern.test(path));
}
