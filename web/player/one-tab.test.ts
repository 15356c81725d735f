// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { installSound } from '../testing/sound.ts';
import { installStandIns } from '../testing/stand-ins.ts';
import { createPlayer } from './engine.ts';
import { playInOneTab } from './one-tab.ts';
import type { Song } from './song.ts';

installStandIns();
installSound();
beforeEach(() => localStorage.clear());

const song = (id: string): Song => ({
  id,
  title: `Title ${id}`,
  artist: 'Artist',
  thumbnail: null,
  audioUrl: `http://localhost:3000/${id}.mp3`,
  duration: '1:00',
  seconds: 60,
  waveformUrl: null,
  loudness: null,
});
const tab = () =>
  createPlayer({ place: document.createElement('div'), onListened: () => {}, onFailed: () => {} });
const playing = (player: ReturnType<typeof tab>) =>
  vi.waitFor(() => expect(player.state().status).toBe('playing'));

it('one tab plays at a time', async () => {
  const [first, second] = [tab(), tab()];
  const disconnects = [playInOneTab(first), playInOneTab(second)];
  first.choose(song('a'));
  await playing(first);
  second.choose(song('b'));
  await playing(second);
  expect(first.state().status).toBe('paused');
  first.play();
  await playing(first);
  expect(second.state().status).toBe('paused');
  for (const disconnect of disconnects) disconnect();
  second.play();
  await playing(second);
  expect(first.state().status).toBe('playing');
});
