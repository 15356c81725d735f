import type { Song } from '../song.ts';
import type { Player, PlayerState } from './player.ts';
import {
  append,
  insertNext,
  move,
  nextAt,
  previousAt,
  type Queue,
  queueOf,
  RESTART_AFTER,
  remove,
  shuffleNext,
} from './queue.ts';

type QueueCommands = Pick<
  Player,
  | 'choose'
  | 'playAll'
  | 'playNext'
  | 'addToQueue'
  | 'moveInQueue'
  | 'removeFromQueue'
  | 'goTo'
  | 'next'
  | 'previous'
  | 'setRepeat'
  | 'shuffleNext'
>;

/** The player's commands that change the queue or the place in it. */
export function queueCommands(
  { state, position, seek, toggle }: Pick<Player, 'state' | 'position' | 'seek' | 'toggle'>,
  set: (change: Partial<PlayerState>) => void,
  playFrom: (queue: Queue) => void,
): QueueCommands {
  const goTo = (at: number | null) => at !== null && playFrom({ ...state().queue, at });
  /** With an empty player, the song starts to play. */
  const add = (change: (queue: Queue, song: Song) => Queue, song: Song) =>
    state().song ? set({ queue: change(state().queue, song) }) : playFrom(queueOf([song]));
  return {
    choose: (song) => (song.id === state().song?.id ? toggle() : playFrom(queueOf([song]))),
    playAll: (songs) => playFrom(queueOf(songs)),
    playNext: (song) => add(insertNext, song),
    addToQueue: (song) => add(append, song),
    moveInQueue: (from, to) => set({ queue: move(state().queue, from, to) }),
    removeFromQueue: (index) => set({ queue: remove(state().queue, index) }),
    goTo,
    next: () => goTo(nextAt(state().queue, state().repeat)),
    previous() {
      const before = previousAt(state().queue, state().repeat);
      if (before === null || position() > RESTART_AFTER) seek(0);
      else goTo(before);
    },
    setRepeat: (repeat) => set({ repeat }),
    shuffleNext: () => set({ queue: shuffleNext(state().queue) }),
  };
}
