// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { openTab, song, waitUntilPlaying } from '../testing/tabs.ts';
import { connectMediaSession } from './engine/connect.ts';

beforeEach(() => localStorage.clear());

it('the media keys control the player, and the lock screen shows the song', async () => {
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
  const player = openTab();
  const disconnect = connectMediaSession(player);
  player.choose(song('a'));
  await waitUntilPlaying(player);
  expect(keys.metadata).toMatchObject({ title: 'Title a', artist: 'Artist' });
  expect(keys.playbackState).toBe('playing');
  handlers.pause!({ action: 'pause' });
  expect(keys.playbackState).toBe('paused');
  handlers.play!({ action: 'play' });
  await waitUntilPlaying(player);
  handlers.seekto!({ action: 'seekto', seekTime: 30 });
  expect(player.position()).toBe(30);
  handlers.seekforward!({ action: 'seekforward' });
  expect(player.position()).toBe(40);
  handlers.seekbackward!({ action: 'seekbackward', seekOffset: 15 });
  expect(player.position()).toBe(25);
  expect(handlers.nexttrack ?? null).toBeNull();
  player.playAll([song('b'), song('c')]);
  expect(handlers.nexttrack).toBeTypeOf('function');
  handlers.nexttrack!({ action: 'nexttrack' });
  expect(keys.metadata).toMatchObject({ title: 'Title c' });
  disconnect();
  vi.unstubAllGlobals();
});
