import { expect, it, vi } from 'vitest';
import type { Song } from '../song.ts';
import { listenMeter } from './listens.ts';

const song = (seconds: number): Song => ({
  id: 'a',
  title: 'A',
  artist: 'B',
  thumbnail: null,
  audioUrl: 'http://localhost/a.mp3',
  duration: '',
  seconds,
  waveformUrl: null,
  loudness: null,
});

function listen(one: Song, from: number, to: number, meter: ReturnType<typeof listenMeter>) {
  for (let at = from; at <= to; at += 0.25) meter.tick(one, at);
}

it('reports a listen once, after 30 s of a long track', () => {
  const onListened = vi.fn();
  const meter = listenMeter(onListened);
  listen(song(200), 0, 29.75, meter);
  expect(onListened).not.toHaveBeenCalled();
  listen(song(200), 30, 100, meter);
  expect(onListened).toHaveBeenCalledExactlyOnceWith(song(200), 30_000);
});

it('reports a listen after half of a short track', () => {
  const onListened = vi.fn();
  const meter = listenMeter(onListened);
  listen(song(20), 0, 9.75, meter);
  expect(onListened).not.toHaveBeenCalled();
  listen(song(20), 10, 10, meter);
  expect(onListened).toHaveBeenCalledExactlyOnceWith(song(20), 10_000);
});

it('does not count skipped parts, forward or back', () => {
  const onListened = vi.fn();
  const meter = listenMeter(onListened);
  listen(song(200), 0, 10, meter);
  listen(song(200), 150, 160, meter);
  listen(song(200), 20, 29.75, meter);
  expect(onListened).not.toHaveBeenCalled();
  listen(song(200), 30, 31, meter);
  expect(onListened).toHaveBeenCalledOnce();
});

it('starts over with every song and every repeat', () => {
  const onListened = vi.fn();
  const meter = listenMeter(onListened);
  listen(song(200), 0, 29, meter);
  meter.begin();
  listen(song(200), 0, 29, meter);
  expect(onListened).not.toHaveBeenCalled();
  listen(song(200), 29.25, 30, meter);
  expect(onListened).toHaveBeenCalledOnce();
  meter.begin();
  listen(song(200), 0, 30, meter);
  expect(onListened).toHaveBeenCalledTimes(2);
});
