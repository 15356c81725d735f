// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  broken,
  deck,
  FILE_LENGTH,
  installFileServer,
  installSound,
  loseConnection,
  playFor,
  server,
  sounding,
} from '../testing/sound.ts';
import { installStandIns } from '../testing/stand-ins.ts';
import { createPlayer } from './engine/engine.ts';
import type { Song } from './song.ts';

installStandIns();
installSound();
installFileServer();

const song = (id: string, loudness: number | null = null): Song => ({
  id,
  title: id,
  artist: 'Artist',
  thumbnail: null,
  audioUrl: `http://localhost:3000/${id}.mp3`,
  duration: '1:00',
  seconds: FILE_LENGTH,
  waveformUrl: null,
  loudness,
});
const [a, b, c] = [song('a'), song('b', -8), song('c')] as const;

let failed: ReturnType<typeof vi.fn<(song: Song) => void>>;
let player: ReturnType<typeof createPlayer>;
beforeEach(() => {
  localStorage.clear();
  broken.clear();
  server.status = 200;
  document.body.replaceChildren();
  failed = vi.fn();
  player = createPlayer({ place: document.body, onListened: () => {}, onFailed: failed, onLost: () => {} });
  player.setVolume(100);
});
afterEach(() => vi.useRealTimers());

const settled = () => new Promise((resolve) => setTimeout(resolve));
const names = () => sounding().map(({ src }) => src.at(-5));
const volumes = () => sounding().map(({ volume }) => Math.round(volume * 100) / 100);
const playing = (id: string) =>
  vi.waitFor(() => expect([player.state().song?.id, player.state().status]).toEqual([id, 'playing']));

/** Plays the queue up to this many seconds before the end of its first song. */
async function approachEnd(songs: Song[], seconds: number) {
  player.playAll(songs);
  await playing(songs[0]!.id);
  playFor(FILE_LENGTH - 10);
  await settled();
  playFor(10 - seconds);
  await settled();
}

it('a crossfade lets both songs sound, at equal power and each at its own loudness', async () => {
  player.setCrossfade(4);
  await approachEnd([a, b], 4);
  expect(player.state()).toMatchObject({ song: b, status: 'playing', second: 0 });
  expect(names()).toEqual(['a', 'b']);
  expect(volumes()).toEqual([1, 0]);
  playFor(2);
  const [out, into] = volumes();
  expect(out).toBeCloseTo(Math.SQRT1_2, 1);
  expect(into! / 0.501).toBeCloseTo(Math.SQRT1_2, 1);
  playFor(2);
  await settled();
  expect([names(), volumes()]).toEqual([['b'], [0.5]]);
});

it.each([
  ['a pause', () => player.pause(), []],
  ['a seek', () => player.seek(30), ['b']],
  ['another song', () => player.choose(c), ['c']],
  ['Next', () => player.next(), ['c']],
])('%s ends a crossfade', async (_, act, then) => {
  player.setCrossfade(4);
  await approachEnd([a, b, c], 4);
  playFor(1);
  act();
  await settled();
  expect(names()).toEqual(then);
  player.play();
  await vi.waitFor(() => expect(player.state().status).toBe('playing'));
  expect(volumes()).toEqual([then[0] === 'c' ? 1 : 0.5]);
});

it('the volume applies to both songs of a crossfade', async () => {
  player.setCrossfade(4);
  await approachEnd([a, c], 4);
  playFor(2);
  player.setVolume(50);
  expect(volumes()).toEqual([0.35, 0.35]);
});

it('a song that cannot be loaded does not fade in: it is reported at the end of the one before', async () => {
  player.setCrossfade(4);
  broken.add(b.audioUrl);
  await approachEnd([a, b, c], 1);
  expect([names(), volumes()]).toEqual([['a'], [1]]);
  playFor(2);
  await playing('c');
  expect(failed.mock.calls).toEqual([[b]]);
});

it.each([
  ['another song was put before it', () => player.playNext(c), 'c'],
  ['it was removed', () => player.removeFromQueue(1), null],
  ['the music is to stop after this song', () => player.setSleep('song'), null],
])('a song that was started is not heard if, before it sounds, %s', async (_, change, next) => {
  player.setCrossfade(4);
  await approachEnd([a, b], 4.25);
  playFor(0.25);
  change();
  await settled();
  expect([player.state().song, player.state().status, names()]).toEqual([a, 'playing', ['a']]);
  expect(volumes()).toEqual([1]);
  // The one that is now next loads first.
  for (const seconds of [1, 0.25]) {
    playFor(seconds);
    await settled();
  }
  expect(names()).toEqual(next ? ['a', next] : ['a']);
  playFor(6);
  await settled();
  expect(names()).toEqual(next ? [next] : []);
});

it('a song that loses its connection after it faded in waits for it, and goes on there', async () => {
  player.setCrossfade(4);
  await approachEnd([a, b], 4);
  playFor(5);
  await settled();
  server.status = null;
  loseConnection();
  await settled();
  expect(player.state()).toMatchObject({ song: b, status: 'loading', second: 5 });
  server.status = 200;
  window.dispatchEvent(new Event('online'));
  await playing('b');
  expect([names(), player.position(), failed.mock.calls]).toEqual([['b'], 5, []]);
});

it('a song whose connection is lost before it fades in begins after the one before, once it is back', async () => {
  player.setCrossfade(4);
  await approachEnd([a, b, c], 5);
  server.status = null;
  playFor(2);
  await settled();
  expect(names()).toEqual(['a']);
  playFor(4);
  await settled();
  expect(player.state()).toMatchObject({ song: b, status: 'loading' });
  server.status = 200;
  window.dispatchEvent(new Event('online'));
  await playing('b');
  expect([names(), failed.mock.calls]).toEqual([['b'], []]);
});

it('nothing fades in when the music stops after this song', async () => {
  player.setCrossfade(4);
  player.setSleep('song');
  await approachEnd([a, b], 1);
  expect(names()).toEqual(['a']);
  playFor(2);
  expect(player.state()).toMatchObject({ song: a, status: 'paused' });
});

it('a song that repeats fades into itself', async () => {
  player.setCrossfade(4);
  player.setRepeat('one');
  await approachEnd([a], 4);
  expect(names()).toEqual(['a', 'a']);
  playFor(5);
  await settled();
  expect(names()).toEqual(['a']);
  expect(player.state().second).toBe(5);
});

it('without a crossfade the next song starts as early as the one before took to sound', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const play = async (seconds: number) => {
    for (let quarter = 0; quarter < seconds * 4; quarter++) {
      await vi.advanceTimersByTimeAsync(250);
      playFor(0.25);
    }
  };
  player.playAll([a, b, c]);
  await vi.advanceTimersByTimeAsync(150);
  await play(FILE_LENGTH - 0.25);
  await vi.advanceTimersByTimeAsync(75);
  expect(names()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(15);
  expect(names()).toEqual(['a', 'b']);
  expect(volumes()).toEqual([1, 0.5]);
  expect(player.state().song).toBe(b);
  await play(1);
  expect(names()).toEqual(['b']);
});

it('without gapless playback the next song starts after the end', async () => {
  player.setGapless(false);
  await approachEnd([a, b], 0.25);
  deck().currentTime = FILE_LENGTH - 0.01;
  deck().dispatchEvent(new Event('timeupdate'));
  await settled();
  expect(names()).toEqual(['a']);
  playFor(1);
  await playing('b');
  expect(names()).toEqual(['b']);
});

it('what another device plays stays on its audio element', async () => {
  player.setCrossfade(4);
  player.playAll([a, b, c]);
  await playing('a');
  const connected = deck();
  Object.defineProperty(connected, 'remote', { value: { state: 'connected' } });
  expect(player.remote()).toBe(connected.remote);
  for (const seconds of [FILE_LENGTH - 10, 6, 2]) {
    playFor(seconds);
    await settled();
  }
  expect(names()).toEqual(['a']);
  playFor(2);
  await playing('b');
  player.preload(c);
  player.next();
  await playing('c');
  expect(sounding()).toEqual([connected]);
});
