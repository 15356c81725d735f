import type { Player } from './engine.ts';
import { nextAt, previousAt } from './queue.ts';
import { wantsSound } from './transitions.ts';

/** Lock screen, headset and keyboard media keys. The answer undoes it, as that of each function here. */
export function mediaSession(player: Player): () => void {
  const keys = navigator.mediaSession;
  if (!keys) return () => {};
  keys.setActionHandler('play', player.play);
  keys.setActionHandler('pause', player.pause);
  keys.setActionHandler('seekto', ({ seekTime }) => player.seek(seekTime ?? 0));
  keys.setActionHandler('seekbackward', ({ seekOffset }) => player.seek(player.time() - (seekOffset ?? 10)));
  keys.setActionHandler('seekforward', ({ seekOffset }) => player.seek(player.time() + (seekOffset ?? 10)));
  let shown: string | undefined;
  let neighbours = '';
  return player.listen(() => {
    const { song, status, duration } = player.state();
    if (!song) return;
    if (song.id !== shown) {
      shown = song.id;
      keys.metadata = new MediaMetadata({
        title: song.title,
        artist: song.artist,
        artwork: song.thumbnail ? [{ src: song.thumbnail }] : [],
      });
    }
    const { queue, repeat } = player.state();
    const [before, after] = [previousAt(queue, repeat) !== null, nextAt(queue, repeat) !== null];
    if (neighbours !== `${before}${after}`) {
      neighbours = `${before}${after}`;
      keys.setActionHandler('previoustrack', before ? player.previous : null);
      keys.setActionHandler('nexttrack', after ? player.next : null);
    }
    keys.playbackState = wantsSound(status) ? 'playing' : 'paused';
    keys.setPositionState?.({ duration, position: Math.min(player.time(), duration) });
  });
}

/** One tab plays at a time: the others fall silent when one begins. */
export function oneTab(player: Player): () => void {
  const channel = new BroadcastChannel('ovation.player');
  let sounding = false;
  channel.onmessage = player.pause;
  const stop = player.listen(() => {
    const now = player.state().status === 'playing';
    if (now && !sounding) channel.postMessage('playing');
    sounding = now;
  });
  return () => {
    stop();
    channel.close();
  };
}

const TAKES_SPACE =
  'input, textarea, select, button, a, summary, [contenteditable], [role="slider"], [role="menuitem"]';

/** Space plays and pauses when nothing that wants it for itself has the focus. */
export function spaceKey(player: Player): () => void {
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as Element | null;
    if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest?.(TAKES_SPACE) || !player.state().song) return;
    event.preventDefault();
    player.toggle();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
