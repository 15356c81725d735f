// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { openTab, song, waitUntilPlaying } from '../testing/tabs.ts';
import { connectMediaSession } from './engine/connect.ts';

beforeEach(() => localStorage.clear());

it('the media keys control the player, and the lock screen shows the song', async () => {
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {};
  const keys = {
    metadata: null as MediaMetadataInit | null,
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
  const thumbnail = `http://localhost:3000/media/${'a1'.repeat(16)}-640.webp`;
  player.choose({ ...song('a'), thumbnail, album: 'Artist 2026' });
  await waitUntilPlaying(player);
  expect(keys.metadata).toMatchObject({ title: 'Title a', artist: 'Artist', album: 'Artist 2026' });
  expect(keys.metadata!.artwork!.map(({ sizes }) => sizes)).toEqual(
    [96, 320, 640, 1280].map((w) => `${w}x${w}`),
  );
  expect(keys.metadata!.artwork![3]).toEqual({
    src: thumbnail.replace('640', '1280'),
    sizes: '1280x1280',
    type: 'image/webp',
  });
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
  expect(keys.metadata).toMatchObject({ title: 'Title c', album: '', artwork: [] });
  player.choose({ ...song('d'), thumbnail: 'https://elsewhere.example/d.jpg' });
  expect(keys.metadata!.artwork).toEqual([{ src: 'https://elsewhere.example/d.jpg' }]);
  disconnect();
  vi.unstubAllGlobals();
});
