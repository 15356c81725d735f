import { t } from '@lingui/core/macro';
import { createStore } from '../../lib/store.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';
import type { Song } from '../song.ts';
import { connect } from './connect.ts';
import { createPlayer } from './engine.ts';
import { type Listen, playReports } from './listens.ts';
import type { Player } from './player.ts';

/** The latest play that began to be heard in this tab. */
export const latestListen = createStore<Listen | null>(null);

/** Reactions of the page to events of its player. */
export const playerEvents = {
  ...playReports(latestListen.set),
  onFailed: ({ title }: Song) => toastProblem(t`“${title}” could not be played`),
  onLost: ({ title }: Song) => toastProblem(t`No connection`, t`“${title}” goes on when it is back.`),
};

/** Creates the page's player and connects it. */
export function startPlayer(): Player {
  const player = createPlayer({
    place: document.body.appendChild(document.createElement('div')),
    ...playerEvents,
  });
  connect(player);
  return player;
}
