/** What plays: the player of songs, or one of takes. */
interface Playing {
  state: () => { status: string };
  subscribe: (listener: () => void) => () => void;
  pause: () => void;
}

/**
 * Pauses every other player, of this and of other tabs, when this one starts to play.
 * @returns a function that disconnects the player.
 */
export function playInOneTab(player: Playing): () => void {
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
