// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import {
  broken,
  FILE_LENGTH,
  installFileServer,
  installSound,
  lengths,
  loseConnection,
  playFor,
  server,
  sounding,
} from '../../testing/sound.ts';
import { installStandIns } from '../../testing/stand-ins.ts';
import { createTakePlayer, type TakePlayer } from './take-player.ts';

installStandIns();
installSound();
installFileServer();

const take = (id: string, loudness: number | null = null) => ({
  id,
  url: `http://localhost:3000/${id}.mp3`,
  loudness,
});
const names = () => sounding().map(({ src }) => src.at(-5));
const status = (expected: string) => vi.waitFor(() => expect(player.get().status).toBe(expected));

let player: TakePlayer;
beforeEach(() => {
  broken.clear();
  server.status = 200;
  lengths.clear();
  document.body.replaceChildren();
  player = createTakePlayer();
  player.connect(document.body);
  player.setTakes([take('a', -14), take('b', -20), take('c')]);
});

it('changes between takes at the same position, each as loud as the quietest one', async () => {
  player.play('a');
  await status('playing');
  playFor(12);
  expect([...document.querySelectorAll('audio')].map(({ volume }) => Math.round(volume * 10) / 10)[0]).toBe(
    0.5,
  );
  player.play('b');
  await vi.waitFor(() => expect(names()).toEqual(['b']));
  expect(player.position()).toBeCloseTo(12, 0);
  await vi.waitFor(() => expect(sounding()[0]!.volume).toBe(1));
});

it('a take that is shorter stops just before its end', async () => {
  lengths.set(take('b').url, 10);
  player.play('a');
  await status('playing');
  playFor(30);
  player.play('b');
  await vi.waitFor(() => expect(names()).toEqual(['b']));
  expect(player.position()).toBeCloseTo(9.95);
});

it('says that a take cannot be played, and plays another one', async () => {
  broken.add(take('c').url);
  player.play('c');
  await status('failed');
  player.play('a');
  await status('playing');
  expect(names()).toEqual(['a']);
  playFor(FILE_LENGTH);
  expect(player.get().status).toBe('paused');
});

it('goes on by itself after an outage, unless it was paused', async () => {
  player.play('a');
  await status('playing');
  playFor(12);
  for (const isPaused of [false, true]) {
    server.status = null;
    loseConnection();
    await status('loading');
    // Until the server was asked.
    await new Promise((resolve) => setTimeout(resolve));
    if (isPaused) player.pause();
    server.status = 200;
    window.dispatchEvent(new Event('online'));
    await status(isPaused ? 'paused' : 'playing');
  }
  expect(player.position()).toBe(12);
});
