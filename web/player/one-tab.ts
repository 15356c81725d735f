import type { Player } from './player.ts';

/**
 * Pauses the player of every other tab when this one starts to play.
 * @returns a function that disconnects the tab.
 */
export function playInOneTab(player: Player): () => void {
  const channel = new BroadcastChannel('ovation.player');
  let wasPlaying = false;
  channel.onmessage = player.pause;
  const unsubscribe = player.subscribe(() => {
    const isPlaying = player.state().status === 'playing';
    if (isPlaying && !wasPlaying) channel.postMessage('playing');
    wasPlaying = isPlaying;
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
