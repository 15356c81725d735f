import { expect, it } from 'vitest';
import { isPage, pages } from './pages.ts';

it.each(pages.filter((page) => !page.includes(':')))('%s is a page, with a slash at its end too', (page) => {
  expect(isPage(page)).toBe(true);
  expect(isPage(page === '/' ? page : `${page}/`)).toBe(true);
});

it.each([
  ['/playlists/6e7a14c2', true],
  ['/playlists/6e7a14c2/', true],
  ['/playlists//', false],
  ['/playlists/a/b', false],
  ['/Library', false],
  ['/library/x', false],
  ['', false],
  ['/leaderboard/6e7a14c2', true],
  ['/leaderboard/a/b', false],
  ['/playlists/:id', true],
  ['/nowhere', false],
])('%j is a page: %s', (pathname, expected) => {
  expect(isPage(pathname)).toBe(expected);
});
