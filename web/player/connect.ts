import { connectMediaSession } from './media-session.ts';
import { playInOneTab } from './one-tab.ts';
import type { Player } from './player.ts';
import { bindSpaceKey } from './space-key.ts';

/** Connects the player with media keys, other tabs and the space key. They matter only once something plays. */
export function connect(player: Player): void {
  connectMediaSession(player);
  playInOneTab(player);
  bindSpaceKey(player);
}
