import { reportLoadFailure } from '../../ui/layers/lazy-layer.tsx';
import type { Player, PlayerState } from './player.ts';

const idleState: PlayerState = {
  song: null,
  queue: { entries: [], at: -1 },
  repeat: 'off',
  status: 'empty',
  volume: 0,
  duration: 0,
  second: 0,
  sleep: null,
  crossfade: 0,
  gapless: true,
};

/**
 * A player whose engine loads after the first view: until then it has no song. Commands that come earlier run once the
 * engine is here. Each of them tries again if it could not be loaded.
 * @param load loads the engine; on the server, a promise that never settles.
 */
export function deferredPlayer(load: () => Promise<Player>): Player {
  let engine: Player | undefined;
  const listeners = new Set<() => void>();
  const begin = async () => {
    engine = await load();
    const tell = () => {
      for (const listener of listeners) listener();
    };
    engine.subscribe(tell);
    tell();
    return engine;
  };
  let loading = begin();
  // Reported when a command needs it.
  loading.catch(() => {});
  const own: Pick<Player, 'state' | 'position' | 'subscribe'> = {
    state: () => (engine ? engine.state() : idleState),
    position: () => (engine ? engine.position() : 0),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return new Proxy(own as Player, {
    get: (_, name: keyof Player) =>
      own[name as keyof typeof own] ??
      engine?.[name] ??
      ((...args: [never, never]) => {
        loading = loading.catch(begin);
        loading.then((loaded) => loaded[name](...args), reportLoadFailure);
      }),
  });
}
