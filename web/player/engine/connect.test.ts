// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { openTab, song, waitUntilPlaying } from '../../testing/tabs.ts';
import { playInOneTab } from './connect.ts';

beforeEach(() => localStorage.clear());

it('one tab plays at a time', async () => {
  const [first, second] = [openTab(), openTab()];
  const disconnects = [playInOneTab(first), playInOneTab(second)];
  first.choose(song('a'));
  await waitUntilPlaying(first);
  second.choose(song('b'));
  await waitUntilPlaying(second);
  expect(first.state().status).toBe('paused');
  first.play();
  await waitUntilPlaying(first);
  expect(second.state().status).toBe('paused');
  for (const disconnect of disconnects) disconnect();
  second.play();
  await waitUntilPlaying(second);
  expect(first.state().status).toBe('playing');
});
