import { createContext, use, useSyncExternalStore } from 'react';
import type { Player, PlayerState } from './engine/player.ts';

export const PlayerContext = createContext<Player | null>(null);

/** The player's commands. */
export function usePlayer(): Player {
  const player = use(PlayerContext);
  if (!player) throw new Error('usePlayer needs a PlayerContext.');
  return player;
}

/**
 * A part of the player's state; the component renders again only when that part changes.
 * @param select must return the same value for the same state: a primitive or a part of the state itself.
 */
export function usePlayerState<T>(select: (state: PlayerState) => T): T {
  const player = usePlayer();
  const get = () => select(player.state());
  return useSyncExternalStore(player.subscribe, get, get);
}
