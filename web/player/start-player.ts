import { toastProblem } from '../ui/toasts.ts';
import { connect } from './connect.ts';
import { createPlayer } from './engine.ts';
import { latestListen } from './latest-listen.ts';
import { playReports } from './play-reports.ts';
import type { Player } from './player.ts';

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
