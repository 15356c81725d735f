import type { Player, Sleep } from './player.ts';
import { nextAt } from './queue.ts';

/** Seconds before the end of a song at which the next one is preloaded. */
const PRELOAD_BEFORE_END = 20;

/** Starts to load the next song of the queue shortly before the current one ends. */
export function preloadNext(player: Player): void {
  player.subscribe(() => {
    const { queue, repeat, status, duration, second } = player.state();
    const following = nextAt(queue, repeat);
    if (status !== 'playing' || following === null || duration - second >= PRELOAD_BEFORE_END) return;
    player.preload(queue.entries[following]!.song);
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
