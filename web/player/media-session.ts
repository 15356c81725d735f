import type { Player } from './player.ts';
import { nextAt, previousAt } from './queue.ts';
import { isPlayingOrLoading } from './transitions.ts';

/** Seconds that the 'seek' keys move when the browser names no step. */
const SEEK_STEP = 10;

/**
 * Connects the player with the lock screen and the media keys of headsets and keyboards.
 * @returns a function that unsubscribes.
 */
export function connectMediaSession(player: Player): () => void {
  const { mediaSession } = navigator;
  if (!mediaSession) return () => {};
  mediaSession.setActionHandler('play', player.play);
  mediaSession.setActionHandler('pause', player.pause);
  mediaSession.setActionHandler('seekto', ({ seekTime }) => player.seek(seekTime ?? 0));
  mediaSession.setActionHandler('seekbackward', ({ seekOffset }) =>
    player.seek(player.position() - (seekOffset ?? SEEK_STEP)),
  );
  mediaSession.setActionHandler('seekforward', ({ seekOffset }) =>
    player.seek(player.position() + (seekOffset ?? SEEK_STEP)),
  );
  let shownId: string | undefined;
  let [hadPrevious, hadNext] = [false, false];
  return player.subscribe(() => {
    const { song, status, duration, queue, repeat } = player.state();
    if (!song) return;
    if (song.id !== shownId) {
      shownId = song.id;
      mediaSession.metadata = new MediaMetadata({
        title: song.title,
        artist: song.artist,
        artwork: song.thumbnail ? [{ src: song.thumbnail }] : [],
      });
    }
    const [hasPrevious, hasNext] = [previousAt(queue, repeat) !== null, nextAt(queue, repeat) !== null];
    // Without a handler the lock screen disables the button.
    if (hasPrevious !== hadPrevious)
      mediaSession.setActionHandler('previoustrack', hasPrevious ? player.previous : null);
    if (hasNext !== hadNext) mediaSession.setActionHandler('nexttrack', hasNext ? player.next : null);
    [hadPrevious, hadNext] = [hasPrevious, hasNext];
    mediaSession.playbackState = isPlayingOrLoading(status) ? 'playing' : 'paused';
    mediaSession.setPositionState?.({ duration, position: Math.min(player.position(), duration) });
  });
}
