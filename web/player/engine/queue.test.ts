import { expect, it } from 'vitest';
import type { Song } from '../song.ts';
import {
  append,
  current,
  emptyQueue,
  insertNext,
  move,
  nextAt,
  previousAt,
  type Queue,
  queueOf,
  remove,
  shuffled,
} from './queue.ts';

const song = (id: string) => ({ id }) as Song;
const songs = (ids: string) => [...ids].map(song);
const show = (queue: Queue) =>
  queue.entries.map((entry, i) => (i === queue.at ? `[${entry.song.id}]` : entry.song.id)).join('');

it('a single song has no neighbors', () => {
  const queue = queueOf([song('a')]);
  expect([nextAt(queue, 'off'), previousAt(queue, 'off')]).toEqual([null, null]);
  expect([nextAt(queue, 'all'), previousAt(queue, 'all')]).toEqual([null, null]);
});

it('goes forward and back, past its ends when the whole queue repeats', () => {
  const [first, last] = [queueOf(songs('abc'), 0), queueOf(songs('abc'), 2)];
  expect([nextAt(first, 'off'), nextAt(last, 'off'), nextAt(last, 'all')]).toEqual([1, null, 0]);
  expect([previousAt(last, 'off'), previousAt(first, 'off'), previousAt(first, 'all')]).toEqual([1, null, 2]);
  expect(current(last)!.id).toBe('c');
});

it('is empty without songs', () => {
  expect(queueOf([])).toBe(emptyQueue);
  expect(current(emptyQueue)).toBeNull();
  expect(nextAt(emptyQueue, 'all')).toBeNull();
  expect(show(append(emptyQueue, song('a')))).toBe('a');
});

it('inserts songs next and last, even one that it has already', () => {
  const queue = queueOf(songs('abc'), 1);
  expect(show(insertNext(queue, song('x')))).toBe('a[b]xc');
  const twice = append(queue, song('b'));
  expect(show(twice)).toBe('a[b]cb');
  expect(new Set(twice.entries.map((entry) => entry.key)).size).toBe(4);
});

it.each([
  [0, 2, '[b]ca'],
  [2, 0, 'ca[b]'],
  [1, 0, '[b]ac'],
  [1, 9, 'ac[b]'],
  [0, -3, 'a[b]c'],
  [7, 0, 'a[b]c'],
])('moves %s to %s, and the current song stays current', (from, to, then) =>
  expect(show(move(queueOf(songs('abc'), 1), from, to))).toBe(then),
);

it.each([
  [0, '[b]c'],
  [2, 'a[b]'],
  [1, 'a[b]c'],
  [9, 'a[b]c'],
])('removes %s, but never the current song', (index, then) =>
  expect(show(remove(queueOf(songs('abc'), 1), index))).toBe(then),
);

it('a shuffled order has every song once and is fair', () => {
  const before = songs('abcdef');
  expect(
    shuffled(before)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...'abcdef']);
  expect(before.map(({ id }) => id).join('')).toBe('abcdef');
  const firsts: Record<string, number> = {};
  for (let i = 0; i < 6000; i++) {
    const { id } = shuffled(before)[0]!;
    firsts[id] = (firsts[id] ?? 0) + 1;
  }
  for (const id of 'abcdef') expect(Math.abs(firsts[id]! - 1000)).toBeLessThan(200);
});
