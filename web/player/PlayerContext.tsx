import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { Player, PlayerState } from './engine.ts';
import { wantsSound } from './transitions.ts';

export const PlayerContext = createContext<Player | null>(null);

/** The player's verbs. */
export function usePlayer(): Player {
  const player = use(PlayerContext);
  if (!player) throw new Error('There is no player around this component.');
  return player;
}

/** A part of the player's state; the component is drawn again only when that part changes. */
export function usePlayerState<T extends string | number | boolean | object | null>(
  select: (state: PlayerState) => T,
): T {
  const player = usePlayer();
  const now = () => select(player.state());
  return useSyncExternalStore(player.listen, now, now);
}

/** The position, in whole seconds. */
export function useSecond(): number {
  const player = usePlayer();
  return useSyncExternalStore(player.listen, player.second, player.second);
}

/** How a song stands in the player: whether it is the chosen one, and whether sound is wanted of it. */
export function useSongStatus(id: string): 'other' | 'chosen' | 'sounding' {
  const select = useCallback(
    (state: PlayerState) =>
      state.song?.id !== id ? 'other' : wantsSound(state.status) ? 'sounding' : 'chosen',
    [id],
  );
  return usePlayerState(select);
}
