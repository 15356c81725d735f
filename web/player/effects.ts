import type { Player, PlayerState, Sleep } from './player.ts';
import { nextAt } from './queue.ts';
import type { Song } from './song.ts';

/** Seconds before the end of a song at which the next one is preloaded; longer than any crossfade. */
const PRELOAD_BEFORE_END = 20;

/** The index of the song that plays when this one is over; null if none does. */
export const following = ({ queue, repeat }: Pick<PlayerState, 'queue' | 'repeat'>): number | null =>
  repeat === 'one' && queue.at >= 0 ? queue.at : nextAt(queue, repeat);

/** Whether the song that plays is so close to its end that the next one is preloaded. */
export const isNextSoon = ({ status, duration, second, ...rest }: PlayerState): boolean =>
  status === 'playing' && following(rest) !== null && duration - second < PRELOAD_BEFORE_END;

/** Starts to load the next song of the queue shortly before the current one ends. */
export function preloadNext(player: Player, preload: (song: Song) => void): void {
  player.subscribe(() => {
    const state = player.state();
    if (isNextSoon(state)) preload(state.queue.entries[following(state)!]!.song);
  });
}

/** Whether a timed sleep is over. It reads the clock because timers stand still while the machine sleeps. */
export const sleepIsOver = (sleep: Sleep): boolean => typeof sleep === 'number' && Date.now() >= sleep;

/** Pauses the music when a timed sleep is over. */
export function runSleepTimer(player: Player): void {
  player.subscribe(() => {
    const { sleep, status } = player.state();
    if (status !== 'playing' || !sleepIsOver(sleep)) return;
    player.setSleep(null);
    player.pause();
  });
}
