import { COVER_WIDTHS, coverAt, coverSrcSet } from 'contract/pictures/covers.ts';
import { mediaKeys, openChannel } from '../../lib/browser.ts';
import { isPlayingOrLoading, type Player } from './player.ts';
import { nextAt, previousAt } from './queue.ts';

/** Connects the player with media keys, other tabs and the space key. They matter only once something plays. */
export function connect(player: Player): void {
  connectMediaSession(player);
  playInOneTab(player);
  bindSpaceKey(player);
}

/** Seconds that the 'seek' keys move when the browser names no step. */
const SEEK_STEP = 10;

/**
 * Connects the player with the lock screen and the media keys of headsets and keyboards.
 * @returns a function that unsubscribes.
 */
export function connectMediaSession(player: Player): () => void {
  const keys = mediaKeys();
  if (!keys) return () => {};
  const seekBy = (seconds: number) => player.seek(player.position() + seconds);
  keys.handle('play', player.play);
  keys.handle('pause', player.pause);
  keys.handle('seekto', ({ seekTime }) => player.seek(seekTime ?? 0));
  keys.handle('seekbackward', ({ seekOffset }) => seekBy(-(seekOffset ?? SEEK_STEP)));
  keys.handle('seekforward', ({ seekOffset }) => seekBy(seekOffset ?? SEEK_STEP));
  let shownId: string | undefined;
  let [hadPrevious, hadNext] = [false, false];
  return player.subscribe(() => {
    const { song, status, duration, queue, repeat } = player.state();
    if (!song) {
      if (shownId !== undefined) keys.show(null);
      shownId = undefined;
      return;
    }
    if (song.id !== shownId) {
      shownId = song.id;
      keys.show({
        title: song.title,
        artist: song.artist,
        album: song.album ?? '',
        artwork: artworkOf(song.thumbnail),
      });
    }
    const [hasPrevious, hasNext] = [previousAt(queue, repeat) !== null, nextAt(queue, repeat) !== null];
    if (hasPrevious !== hadPrevious) keys.handle('previoustrack', hasPrevious ? player.previous : null);
    if (hasNext !== hadNext) keys.handle('nexttrack', hasNext ? player.next : null);
    [hadPrevious, hadNext] = [hasPrevious, hasNext];
    const position = Math.min(player.position(), duration);
    keys.follow(isPlayingOrLoading(status), { duration, position });
  });
}

/** A cover in each width that is stored; one from elsewhere as it is. */
function artworkOf(cover: string | null): MediaImage[] {
  if (cover === null) return [];
  if (!coverSrcSet(cover)) return [{ src: cover }];
  return COVER_WIDTHS.map((width) => ({
    src: coverAt(cover, width),
    sizes: `${width}x${width}`,
    type: 'image/webp',
  }));
}

/** Source of sound: the player of songs, or one of takes. */
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
  const channel = openChannel('ovation.player', player.pause);
  let wasPlaying = false;
  const unsubscribe = player.subscribe(() => {
    const isPlaying = player.state().status === 'playing';
    if (isPlaying && !wasPlaying) channel.tell();
    wasPlaying = isPlaying;
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}

/** Elements that use the space key themselves. */
const USES_SPACE =
  'input, textarea, select, button, a, summary, audio, video, [contenteditable], [role^="menu"], [role="slider"], [role="checkbox"], [role="switch"], [role="radio"], [role="tab"], [role="listbox"], [role="option"]';

/** True if the space key was pressed and nothing else uses it. */
export function isFreeSpace(event: KeyboardEvent): boolean {
  if (event.key !== ' ' || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target as Element | null)?.closest?.(USES_SPACE);
}

/**
 * Makes the space key play and pause, unless the focused element uses it.
 * @returns a function that removes the key.
 */
export function bindSpaceKey(player: Player): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isFreeSpace(event) || !player.state().song) return;
    event.preventDefault();
    if (!event.repeat) player.toggle();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
