import { expect, vi } from 'vitest';
import { createPlayer } from '../player/engine/engine.ts';
import type { Song } from '../player/song.ts';
import { installSound } from './sound.ts';
import { installStandIns } from './stand-ins.ts';

installStandIns();
installSound();

/** A song whose file the stand-in for sound plays. */
export const song = (id: string): Song => ({
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

/** A player, as each tab has one. */
export const openTab = () =>
  createPlayer({
    place: document.createElement('div'),
    onListened: () => {},
    onFailed: () => {},
    onLost: () => {},
  });

export const waitUntilPlaying = (player: ReturnType<typeof openTab>) =>
  vi.waitFor(() => expect(player.state().status).toBe('playing'));
