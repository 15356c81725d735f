import { reportLoadFailure } from '../ui/lazy-layer.tsx';
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
 * engine is here.
 * @param loading the engine; on the server, a promise that never settles.
 */
export function deferredPlayer(loading: Promise<Player>): Player {
  let engine: Player | undefined;
  const listeners = new Set<() => void>();
  loading.then(
    (loaded) => {
      engine = loaded;
      const tell = () => {
        for (const listener of listeners) listener();
      };
      loaded.subscribe(tell);
      tell();
    },
    // Reported when a command needs it.
    () => {},
  );
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
        loading.then((loaded) => loaded[name](...args), reportLoadFailure);
      }),
  });
}
