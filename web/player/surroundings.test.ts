// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { installSound } from '../testing/sound.ts';
import { installStandIns } from '../testing/stand-ins.ts';
import { createPlayer } from './engine.ts';
import type { Song } from './song.ts';
import { mediaSession, oneTab } from './surroundings.ts';

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
const tab = () => createPlayer({ place: document.createElement('div'), heard: () => {}, failed: () => {} });
const playing = (player: ReturnType<typeof tab>) =>
  vi.waitFor(() => expect(player.state().status).toBe('playing'));

it('one tab plays at a time', async () => {
  const [first, second] = [tab(), tab()];
  const undo = [oneTab(first), oneTab(second)];
  first.choose(song('a'));
  await playing(first);
  second.choose(song('b'));
  await playing(second);
  expect(first.state().status).toBe('paused');
  first.play();
  await playing(first);
  expect(second.state().status).toBe('paused');
  for (const one of undo) one();
  second.play();
  await playing(second);
  expect(first.state().status).toBe('playing');
});

it('answers the media keys and tells the lock screen what is on', async () => {
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {};
  const keys = {
    metadata: null as { title: string; artist: string } | null,
    playbackState: 'none',
    setActionHandler: (name: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      handlers[name] = handler;
    },
    setPositionState: vi.fn(),
  };
  vi.stubGlobal('navigator', { mediaSession: keys });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(facts: object) {
        Object.assign(this, facts);
      }
    },
  );
  const player = tab();
  const undo = mediaSession(player);
  player.choose(song('a'));
  await playing(player);
  expect(keys.metadata).toMatchObject({ title: 'Title a', artist: 'Artist' });
  expect(keys.playbackState).toBe('playing');
  handlers.pause!({ action: 'pause' });
  expect(keys.playbackState).toBe('paused');
  handlers.play!({ action: 'play' });
  await playing(player);
  handlers.seekto!({ action: 'seekto', seekTime: 30 });
  expect(player.time()).toBe(30);
  handlers.seekforward!({ action: 'seekforward' });
  expect(player.time()).toBe(40);
  handlers.seekbackward!({ action: 'seekbackward', seekOffset: 15 });
  expect(player.time()).toBe(25);
  // One song alone has no neighbours; a queue has.
  expect(handlers.nexttrack ?? null).toBeNull();
  player.playAll([song('b'), song('c')]);
  expect(handlers.nexttrack).toBeTypeOf('function');
  handlers.nexttrack!({ action: 'nexttrack' });
  expect(keys.metadata).toMatchObject({ title: 'Title c' });
  undo();
  vi.unstubAllGlobals();
});
