import { expect, it } from 'vitest';
import { arrangeSections } from './tracks.ts';

/** Tracks of a catalog of this size: the newest has the highest number; popular are these, then the rest. */
function arrange(size: number, popularFirst: number[], isSearch = false) {
  const newest = Array.from({ length: size }, (_, i) => size - i);
  const popular = [...popularFirst, ...newest.filter((one) => !popularFirst.includes(one))];
  const tracks = (list: number[]) => list.slice(0, 12).map((one) => ({ id: String(one) }));
  const { newReleases, mostPopular, trendingNow } = arrangeSections(
    tracks(newest),
    tracks(popular),
    isSearch,
  );
  return [newReleases, mostPopular, trendingNow].map((list) => list.map(({ id }) => Number(id)));
}

it('shows no track twice while there are others', () => {
  expect(arrange(20, [20, 3, 19, 5, 1, 7])).toEqual([
    [20, 19, 18, 17],
    [3, 5, 1, 7],
    [16, 15, 14, 13],
  ]);
});

it('keeps what a search found, and shows other new releases below', () => {
  expect(arrange(20, [20, 3, 19, 5, 1, 7, 18, 2], true)).toEqual([
    [17, 16, 15, 14],
    [20, 3, 19, 5],
    [1, 7, 18, 2],
  ]);
});

it('repeats tracks in a catalog that is too small', () => {
  expect(arrange(3, [1])).toEqual([[3, 2, 1], [1, 3, 2], []]);
  expect(arrange(6, [6, 1])).toEqual([
    [6, 5, 4, 3],
    [6, 1, 5, 4],
    [2, 3],
  ]);
  expect(arrange(8, [8, 1])).toEqual([
    [8, 7, 6, 5],
    [1, 4, 3, 2],
    [8, 7, 6, 5],
  ]);
  expect(arrange(0, [])).toEqual([[], [], []]);
});
