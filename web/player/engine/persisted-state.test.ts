// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import type { Song } from '../song.ts';
import {
  DEFAULT_VOLUME,
  loadPosition,
  loadQueue,
  loadVolume,
  savePosition,
  saveQueue,
  saveVolume,
} from './persisted-state.ts';
import { queueOf } from './queue.ts';

beforeEach(() => localStorage.clear());

const song = (id: string): Song => ({
  id,
  title: id,
  artist: 'B',
  thumbnail: null,
  audioUrl: `http://localhost/${id}.mp3`,
  duration: '1:00',
  seconds: 60,
  waveformUrl: null,
  loudness: null,
});

it('the volume is 75 until it is changed', () => {
  expect(DEFAULT_VOLUME).toBe(75);
  expect(loadVolume()).toBe(75);
  for (const volume of [0, 1, 42, 100]) {
    saveVolume(volume);
    expect(loadVolume()).toBe(volume);
  }
});

it.each(['loud', '-1', '101', '1e9', 'NaN', 'null', '{}'])('a saved volume of "%s" is ignored', (saved) => {
  localStorage.setItem('ovation.volume', saved);
  expect(loadVolume()).toBe(75);
});

it('saves the queue, the place in it and the repeat mode', () => {
  saveQueue(queueOf([song('a'), song('b'), song('c')], 1), 'all');
  const { queue, repeat } = loadQueue();
  expect(queue.entries.map((entry) => entry.song)).toEqual([song('a'), song('b'), song('c')]);
  expect(queue.at).toBe(1);
  expect(repeat).toBe('all');
});

it('saves the songs around the current one of a queue that is too long', () => {
  const songs = Array.from({ length: 3000 }, (_, i) => song(String(i)));
  saveQueue(queueOf(songs, 2000), 'off');
  const { queue } = loadQueue();
  expect(queue.entries).toHaveLength(500);
  expect(queue.entries[queue.at]!.song.id).toBe('2000');
});

it.each([
  '',
  'null',
  '7',
  '{',
  '{"songs":[],"at":0}',
  '{"songs":[{}],"at":0}',
  '{"songs":"x","at":0}',
  '{"songs":[{"audioUrl":"a"}],"at":5}',
  '{"songs":[null],"at":0}',
  '{"song":{"audioUrl":"a"},"time":3}',
])('a saved queue of %s is ignored', (saved) => {
  localStorage.setItem('ovation.queue', saved);
  expect(loadQueue()).toEqual({ queue: { entries: [], at: -1 }, repeat: 'off' });
});

it('saves the position; an invalid one is the beginning', () => {
  expect(loadPosition()).toBe(0);
  savePosition(12.5);
  expect(loadPosition()).toBe(12.5);
  for (const saved of ['', 'x', '-4', 'NaN']) {
    localStorage.setItem('ovation.position', saved);
    expect(loadPosition()).toBe(0);
  }
});
