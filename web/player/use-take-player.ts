import { useEffect, useRef, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { isFreeSpace } from './engine/connect.ts';
import { createTakePlayer, type TakePlayer, type TakeSource } from './engine/take-player.ts';
import { usePlayer } from './PlayerContext.tsx';

/** A player for these takes, at the player's own volume. Music elsewhere pauses while a take plays. */
export function useTakePlayer(takes: readonly TakeSource[]): TakePlayer {
  const songs = usePlayer();
  const [player] = useState(createTakePlayer);
  useEffect(() => player.connect(document.body), [player]);
  useEffect(() => player.setTakes(takes), [player, takes]);
  useEffect(() => {
    const followVolume = () => player.setVolume(songs.state().volume / 100);
    followVolume();
    return songs.subscribe(followVolume);
  }, [player, songs]);
  return player;
}

/** Plays the take of a letter key; the space key plays and pauses, unless a song has the player. */
export function useTakeKeys(player: TakePlayer, idOfLetter: (letter: string) => string | undefined): void {
  const songs = usePlayer();
  const find = useRef(idOfLetter);
  useEffect(() => {
    find.current = idOfLetter;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isOurs = player.get().isActive || songs.state().song === null;
      if (isFreeSpace(event) && isOurs) {
        event.preventDefault();
        if (!event.repeat) player.toggle();
        return;
      }
      const id = event.key.length === 1 ? find.current(event.key.toUpperCase()) : undefined;
      if (id === undefined) return;
      // The letter is no shortcut of the page then.
      event.preventDefault();
      if (!event.repeat) player.play(id);
    };
    // Before the player of songs takes the space key.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [player, songs]);
}

/** True if a key belongs to a field or a dialog. */
const isTyping = (target: EventTarget | null) =>
  (target as Element | null)?.closest?.(
    'input:not([type=range]), textarea, select, [contenteditable], [role=dialog], [role^=menu]',
  ) != null;

/** Keeps `--time` (seconds) of an element up to date, frame by frame while a take plays, without rendering. */
export function useTimeVariable(player: TakePlayer) {
  const box = useRef<HTMLDivElement>(null);
  const { status, current } = useStore(player);
  useEffect(() => {
    const update = () => box.current?.style.setProperty('--time', String(player.position()));
    update();
    if (status !== 'playing') return player.subscribe(update);
    let frame = requestAnimationFrame(function next() {
      update();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [player, status, current]);
  return box;
}

/** The position of the take that plays, in whole seconds. */
export function useTakeSecond(player: TakePlayer): number {
  const { status } = useStore(player);
  const [second, setSecond] = useState(0);
  useEffect(() => {
    const update = () => setSecond(Math.floor(player.position()));
    update();
    const timer = status === 'playing' ? setInterval(update, 250) : undefined;
    const unsubscribe = player.subscribe(update);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [player, status]);
  return second;
}
