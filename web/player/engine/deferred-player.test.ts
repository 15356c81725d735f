import { expect, it, vi } from 'vitest';
import { deferredPlayer } from './deferred-player.ts';
import type { Player } from './player.ts';

it('has no song until the engine is here; then earlier commands run in order and listeners hear of it', async () => {
  const done: unknown[] = [];
  const listeners = new Set<() => void>();
  const state = { status: 'playing' };
  const engine = {
    state: () => state,
    position: () => 7,
    subscribe: (listener: () => void) => listeners.add(listener),
    choose: (song: unknown) => done.push(song),
    seek: (second: unknown) => done.push(second),
  } as unknown as Player;
  const { promise, resolve } = Promise.withResolvers<Player>();
  const player = deferredPlayer(() => promise);
  const heard = vi.fn();
  const unsubscribe = player.subscribe(heard);
  player.choose('song' as never);
  player.seek(3);
  expect([player.state().status, player.position(), done]).toEqual(['empty', 0, []]);

  resolve(engine);
  await vi.waitFor(() => expect(done).toEqual(['song', 3]));
  expect(heard).toHaveBeenCalledTimes(1);
  expect([player.state(), player.position()]).toEqual([state, 7]);
  unsubscribe();
  for (const listener of listeners) listener();
  expect(heard).toHaveBeenCalledTimes(1);
  player.seek(9);
  expect(done).toEqual(['song', 3, 9]);
});

it('a command loads the engine again if an outage kept it away', async () => {
  const done = vi.fn();
  const engine = { subscribe: () => {}, toggle: done } as unknown as Player;
  const load = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(engine);
  const player = deferredPlayer(load);
  player.toggle();
  player.toggle();
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  expect(load).toHaveBeenCalledTimes(2);
});
