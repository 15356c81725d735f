import { expect, it } from 'vitest';
import { pageAt, pageNames, pages } from './pages.ts';

it.each(pageNames)('%s is the page at its own path, with a slash at its end too', (name) => {
  const path = pages[name].path.replace(/\/:\w+\?/, '').replace(/:\w+/, '6e7a14c2');
  expect(pageAt(path)).toBe(name);
  expect(pageAt(path === '/' ? path : `${path}/`)).toBe(name);
});

it.each([
  ['/playlists/6e7a14c2', 'playlist'],
  ['/playlists//', undefined],
  ['/playlists/a/b', undefined],
  ['/tracks/6e7a14c2/a-song', 'track'],
  ['/tracks/6e7a14c2/a-song/x', undefined],
  ['/tracks', undefined],
  ['/Library', undefined],
  ['/library/x', undefined],
  ['', undefined],
  ['/leaderboard/a/b', undefined],
  ['/playlists/:id', 'playlist'],
  ['/nowhere', undefined],
])('the page at %j is %s', (pathname, expected) => {
  expect(pageAt(pathname)).toBe(expected);
});
