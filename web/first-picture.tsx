import type { Explore } from 'contract/tracks.ts';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app/App.tsx';
import { exploreQuery } from './features/tracks/queries.ts';
import { makeQueryClient } from './lib/query-client.ts';
import type { Player } from './player/player.ts';

const noop = () => {};

/** A player without a song, for the server. */
const idlePlayer: Player = {
  state: () => idleState,
  position: () => 0,
  subscribe: () => noop,
  choose: noop,
  playAll: noop,
  playNext: noop,
  addToQueue: noop,
  moveInQueue: noop,
  removeFromQueue: noop,
  goTo: noop,
  next: noop,
  previous: noop,
  setRepeat: noop,
  setSleep: noop,
  toggle: noop,
  play: noop,
  pause: noop,
  seek: noop,
  setVolume: noop,
  preload: noop,
};
const idleState: ReturnType<Player['state']> = {
  song: null,
  queue: { entries: [], at: -1 },
  repeat: 'off',
  status: 'empty',
  volume: 0,
  duration: 0,
  second: 0,
  sleep: null,
};

/**
 * Renders Explore as a visitor first sees it. The server sends this HTML inside the page, so that the covers show
 * before the script has loaded. The script then renders the same view and replaces it.
 */
export function firstPicture(explore: Explore): string {
  const client = makeQueryClient();
  client.setQueryData(exploreQuery('').queryKey, explore);
  return renderToString(
    <Router ssrPath="/" ssrSearch="">
      <App player={idlePlayer} client={client} />
    </Router>,
  );
}
