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
  reportNoDevice,
  server,
} from '../../testing/sound.ts';
import { installStandIns } from '../../testing/stand-ins.ts';
import type { Song } from '../song.ts';
import { createPlayer } from './engine.ts';

installStandIns();
installSound();
installFileServer();

const song = (id: string, seconds = FILE_LENGTH): Song => ({
  id,
  title: id,
  artist: 'Artist',
  thumbnail: null,
  audioUrl: `http://localhost:3000/${id}.mp3`,
  duration: '1:00',
  seconds,
  waveformUrl: null,
  loudness: null,
});
const [a, b, c] = [song('a'), song('b'), song('c')] as const;

let failed: ReturnType<typeof vi.fn<(song: Song) => void>>;
let lost: typeof failed;
let player: ReturnType<typeof createPlayer>;
beforeEach(() => {
  localStorage.clear();
  broken.clear();
  document.body.replaceChildren();
  server.status = 200;
  [failed, lost] = [vi.fn(), vi.fn()];
  player = createPlayer({ place: document.body, onListened: () => {}, onFailed: failed, onLost: lost });
});
afterEach(() => vi.restoreAllMocks());

const playing = (id: string) =>
  vi.waitFor(() => expect([player.state().song?.id, player.state().status]).toEqual([id, 'playing']));
/** The server can be reached again. */
const back = () => {
  server.status = 200;
  window.dispatchEvent(new Event('online'));
};
/** Waits for every pending event and rejection. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('a song after a broken one plays, and only the broken one is reported', async () => {
  server.status = 404;
  broken.add(a.audioUrl);
  player.playAll([a, b, c]);
  await playing('b');
  await settled();
  expect(failed.mock.calls).toEqual([[a]]);
  expect(player.state()).toMatchObject({ song: b, status: 'playing' });
});

it('two broken songs are each reported once, and the third plays', async () => {
  broken.add(a.audioUrl).add(b.audioUrl);
  player.playAll([a, b, c]);
  await playing('c');
  await settled();
  expect(failed.mock.calls).toEqual([[a], [b]]);
});

it('a broken song played again is reported again, once', async () => {
  broken.add(a.audioUrl);
  player.choose(a);
  await vi.waitFor(() => expect(player.state().status).toBe('failed'));
  await settled();
  player.play();
  await settled();
  expect(failed).toHaveBeenCalledTimes(2);
  expect(player.state().status).toBe('failed');
});

it('a connection lost while paused reports nothing and starts nothing', async () => {
  player.playAll([a, b]);
  await playing('a');
  player.pause();
  await settled();
  loseConnection();
  await settled();
  expect(failed).not.toHaveBeenCalled();
  expect(player.state()).toMatchObject({ song: a, status: 'paused' });
});

it('in an outage the queue stays where it is, says so once, and goes on by itself', async () => {
  player.playAll([a, b, c]);
  await playing('a');
  server.status = null;
  playFor(FILE_LENGTH);
  await vi.waitFor(() => expect(lost).toHaveBeenCalled());
  expect(player.state()).toMatchObject({ song: b, status: 'loading', second: 0 });
  // Other songs do not play either.
  player.next();
  await settled();
  player.previous();
  await settled();
  expect(player.state()).toMatchObject({ song: b, status: 'loading' });
  expect(lost.mock.calls).toEqual([[b]]);
  back();
  await playing('b');
  expect(failed).not.toHaveBeenCalled();
});

it.each([null, 500, 502, 503, 429])('a song that an outage (%s) interrupts goes on there', async (status) => {
  player.playAll([a, b]);
  await playing('a');
  playFor(40);
  server.status = status;
  loseConnection();
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  expect(player.state()).toMatchObject({ song: a, status: 'loading', second: 40 });
  back();
  await playing('a');
  await settled();
  expect(deck().currentTime).toBe(40);
  expect(failed).not.toHaveBeenCalled();
});

it('a song that waits for the connection can be paused, and Play goes on where the music stopped', async () => {
  player.choose(a);
  await playing('a');
  playFor(40);
  server.status = null;
  loseConnection();
  await vi.waitFor(() => expect(lost).toHaveBeenCalled());
  player.pause();
  back();
  await settled();
  expect(player.state()).toMatchObject({ song: a, status: 'paused', second: 40 });
  player.play();
  await playing('a');
  expect(deck().currentTime).toBe(40);
});

it('a song that the browser cannot play although the server has it is tried twice, then left out', async () => {
  broken.add(a.audioUrl);
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
  player.playAll([a, b]);
  await playing('b');
  expect(play).toHaveBeenCalledTimes(3);
  expect([failed.mock.calls, lost.mock.calls]).toEqual([[[a]], []]);
});

it('without a device that sounds, songs play on', async () => {
  player.playAll([a, b]);
  await playing('a');
  playFor(40);
  reportNoDevice();
  await settled();
  player.pause();
  player.play();
  await playing('a');
  playFor(10);
  expect([player.state().second, failed.mock.calls]).toEqual([50, []]);
});

it('a preloaded song lasts as long as its file', async () => {
  const rounded = song('rounded', FILE_LENGTH + 1);
  player.playAll([a, rounded]);
  await playing('a');
  playFor(FILE_LENGTH - 5);
  await settled();
  player.next();
  await playing('rounded');
  expect(player.state().duration).toBe(FILE_LENGTH);
});

it('a song that is not preloaded lasts as long as the catalog says, then as its file', async () => {
  player.choose(song('rounded', FILE_LENGTH + 1));
  expect(player.state().duration).toBe(FILE_LENGTH + 1);
  await playing('rounded');
  expect(player.state().duration).toBe(FILE_LENGTH);
});

it('a file that claims another length than the catalog does not change the length shown', async () => {
  player.playAll([song('lies', 75), song('lies too', 45)]);
  await playing('lies');
  expect(player.state().duration).toBe(75);
  playFor(FILE_LENGTH - 5);
  await settled();
  player.next();
  await playing('lies too');
  expect(player.state().duration).toBe(45);
});

it('a sleep timer stops the music', async () => {
  player.choose(a);
  await playing('a');
  player.setSleep(Date.now() + 60_000);
  playFor(2);
  expect(player.state().status).toBe('playing');
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  playFor(2);
  expect(player.state()).toMatchObject({ status: 'paused', sleep: null });
});

it('a sleep timer that ran out while paused does not stop the next Play', async () => {
  player.choose(a);
  await playing('a');
  player.setSleep(Date.now() + 60_000);
  player.pause();
  await settled();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  player.play();
  await playing('a');
  playFor(2);
  expect(player.state()).toMatchObject({ status: 'playing', sleep: null });
});

it('a sleep timer that runs out as a song ends stops before the next one', async () => {
  player.playAll([a, b]);
  await playing('a');
  playFor(FILE_LENGTH - 1);
  player.setSleep(Date.now() + 60_000);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  deck().dispatchEvent(new Event('ended'));
  await settled();
  expect(player.state()).toMatchObject({ song: a, status: 'paused', sleep: null });
});

it('Previous goes back to the song before, and after three seconds to the beginning of this one', async () => {
  player.playAll([a, b]);
  await playing('a');
  player.previous();
  expect(player.state().song).toEqual(a);
  player.next();
  await playing('b');
  player.next();
  expect(player.state().song, 'nothing follows').toEqual(b);
  player.previous();
  await playing('a');
  player.next();
  await playing('b');
  player.seek(3);
  player.previous();
  await playing('a');
  player.next();
  await playing('b');
  player.seek(4);
  player.previous();
  expect(player.position()).toBe(0);
  expect(player.state().song).toEqual(b);
});

it('the queue is changed while a song plays: added, moved, removed, and shuffled after it', async () => {
  const ids = () => player.state().queue.entries.map((entry) => entry.song.id);
  player.addToQueue(a);
  await playing('a');
  for (const id of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) player.addToQueue(song(id));
  player.moveInQueue(2, 1);
  player.removeFromQueue(3);
  expect(ids()).toEqual(['a', 'c', 'b', 'e', 'f', 'g', 'h']);
  player.next();
  await playing('c');
  vi.spyOn(Math, 'random').mockReturnValue(0);
  player.shuffleNext();
  expect(ids()).toEqual(['a', 'c', 'e', 'f', 'g', 'h', 'b']);
  expect(player.state()).toMatchObject({ song: { id: 'c' }, status: 'playing', queue: { at: 1 } });
});

it('a song that keeps pace with others is moved by nothing else, and none follows it by itself', async () => {
  const element = () => document.querySelector('audio')!;
  player.playAll([a, b]);
  await playing('a');
  player.setRepeat('one');
  player.keepPace({ rate: 1.01, at: 40 });
  expect([player.position(), element().playbackRate]).toEqual([40, 1.01]);
  player.seek(3);
  player.previous();
  expect(player.position()).toBe(40);
  playFor(21);
  await vi.waitFor(() => expect(player.state().status).toBe('paused'));
  expect(player.state()).toMatchObject({ song: a, second: 60 });
  player.keepPace({ rate: 0.99, at: 10 });
  // Whoever chooses another song has left.
  player.next();
  await playing('b');
  expect(element().playbackRate).toBe(1);
  player.seek(30);
  expect(player.position()).toBe(30);
});

it('no other song follows one that keeps pace with others and breaks', async () => {
  server.status = 404;
  broken.add(a.audioUrl);
  player.playAll([a, b]);
  player.keepPace({ rate: 1, at: 0 });
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(a));
  expect(player.state()).toMatchObject({ song: a, status: 'failed' });
});
