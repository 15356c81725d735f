import { createStore } from '../lib/store.ts';
import { toastProblem } from '../ui/toasts.ts';
import { connect } from './connect.ts';
import { createPlayer } from './engine.ts';
import { type Listen, playReports } from './listens.ts';
import type { Player } from './player.ts';

/** The latest play that began to be heard in this tab. */
export const latestListen = createStore<Listen | null>(null);

/** Creates the page's player and connects it. */
export function startPlayer(): Player {
  const player = createPlayer({
    place: document.body.appendChild(document.createElement('div')),
    ...playReports(latestListen.set),
    onFailed: (song) =>
      toastProblem(`“${song.title}” could not be played`, 'Please check your connection and try again.'),
  });
  connect(player);
  return player;
}
