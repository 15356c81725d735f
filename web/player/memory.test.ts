// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import {
  DEFAULT_VOLUME,
  rememberedPosition,
  rememberedQueue,
  rememberedVolume,
  rememberPosition,
  rememberQueue,
  rememberVolume,
} from './memory.ts';
import { queueOf } from './queue.ts';
import type { Song } from './song.ts';

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

it('the volume is 75 until one has chosen', () => {
  expect(DEFAULT_VOLUME).toBe(75);
  expect(rememberedVolume()).toBe(75);
  for (const volume of [0, 1, 42, 100]) {
    rememberVolume(volume);
    expect(rememberedVolume()).toBe(volume);
  }
});

it.each(['loud', '-1', '101', '1e9', 'NaN', 'null', '{}'])('a kept volume of "%s" is none', (kept) => {
  localStorage.setItem('ovation.volume', kept);
  expect(rememberedVolume()).toBe(75);
});

it('keeps the queue, where one is in it, and how it repeats', () => {
  rememberQueue(queueOf([song('a'), song('b'), song('c')], 1), 'all');
  const { queue, repeat } = rememberedQueue();
  expect(queue.entries.map((entry) => entry.song)).toEqual([song('a'), song('b'), song('c')]);
  expect(queue.at).toBe(1);
  expect(repeat).toBe('all');
});

it('keeps what is around the present song of a queue that is too long', () => {
  const songs = Array.from({ length: 3000 }, (_, i) => song(String(i)));
  rememberQueue(queueOf(songs, 2000), 'off');
  const { queue } = rememberedQueue();
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
])('what is kept as %s is nothing', (kept) => {
  localStorage.setItem('ovation.queue', kept);
  expect(rememberedQueue()).toEqual({ queue: { entries: [], at: -1 }, repeat: 'off' });
});

it('keeps the position; what is none is the beginning', () => {
  expect(rememberedPosition()).toBe(0);
  rememberPosition(12.5);
  expect(rememberedPosition()).toBe(12.5);
  for (const kept of ['', 'x', '-4', 'NaN']) {
    localStorage.setItem('ovation.position', kept);
    expect(rememberedPosition()).toBe(0);
  }
});
