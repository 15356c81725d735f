import type { QueryClient } from '@tanstack/react-query';
import { savedIdsQuery } from '../features/library/queries.ts';
import { toggleSaved } from '../features/library/toggle-saved.ts';
import type { Viewer } from '../lib/session.tsx';
import { permanent } from '../lib/storage/storage.ts';
import { createStore } from '../lib/store.ts';
import { isFreeSpace } from '../player/engine/connect.ts';
import type { Player } from '../player/engine/player.ts';

/** Seconds that one press moves in the song, and steps of the volume. */
const SEEK = 10;
const VOLUME = 5;
/** The volume that `m` returns to when the player was already silent. */
const AUDIBLE = 75;

/** Keys of the player that go on while they are held down. */
export const GOES_ON: ReadonlySet<string> = new Set(['j', 'l', '-', '+', '=']);

/**
 * Lets Enter, Escape and space press once while they are held down: browsers press a button and submit a form again and
 * again, and a menu opens behind the one that was left. What an input method uses is no press at all; Safari says so by
 * the old key code alone. Space without an element that uses it is left to the player.
 * @returns a function that ends it.
 */
export function guardKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, repeat, target } = event;
    const isComposing = event.isComposing || event.keyCode === 229;
    const isHeld = repeat && (key === 'Enter' || key === 'Escape' || (key === ' ' && !isFreeSpace(event)));
    if (!isComposing && !isHeld) return;
    event.stopImmediatePropagation();
    const isWriting = (target as Partial<Element>).matches?.('textarea, [contenteditable]');
    if (!isComposing && key !== ' ' && !isWriting) event.preventDefault();
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => removeEventListener('keydown', onKey, { capture: true });
}

/** Key bindings of the player, by the key's name with its modifier. */
export function playerKeys(
  player: Player,
  like: () => void,
): { readonly [key: string]: (() => void) | undefined } {
  const seek = (by: number) => player.seek(player.position() + by);
  const louder = (by: number) => player.setVolume(player.state().volume + by);
  return {
    N: player.next,
    P: player.previous,
    j: () => seek(-SEEK),
    l: () => seek(SEEK),
    '-': () => louder(-VOLUME),
    '+': () => louder(VOLUME),
    '=': () => louder(VOLUME),
    m: () => toggleMute(player),
    f: like,
  };
}

let volumeBefore = AUDIBLE;

function toggleMute(player: Player): void {
  const { volume } = player.state();
  if (volume > 0) volumeBefore = volume;
  player.setVolume(volume > 0 ? 0 : volumeBefore);
}

/** Saves the song that plays, or removes it from the library. */
export async function toggleLike(client: QueryClient, viewer: Viewer | null, player: Player): Promise<void> {
  const { song } = player.state();
  if (!song || song.unpublished) return;
  const saved = viewer ? await client.fetchQuery(savedIdsQuery([song.id])) : {};
  await toggleSaved(client, song, saved[song.id]);
}

const KEY = 'ovation.letter-keys';

/** True if single letters are shortcuts. People who dictate or hit keys by accident can turn them off (WCAG 2.1.4). */
export const letterKeys = createStore(permanent.get(KEY) !== 'off');

export function setLetterKeys(on: boolean): void {
  permanent.set(KEY, on ? 'on' : 'off');
  letterKeys.set(on);
}
