import type { Explore } from 'contract/tracks.ts';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app/App.tsx';
import { exploreQuery } from './features/tracks/queries.ts';
import { makeQueryClient } from './lib/query-client.ts';
import type { Player } from './player/player.ts';

const nothing = () => {};

/** A player that nobody has touched yet. */
const silent: Player = {
  state: () => untouched,
  position: () => 0,
  subscribe: () => nothing,
  choose: nothing,
  playAll: nothing,
  playNext: nothing,
  addToQueue: nothing,
  moveInQueue: nothing,
  removeFromQueue: nothing,
  goTo: nothing,
  next: nothing,
  previous: nothing,
  setRepeat: nothing,
  setSleep: nothing,
  toggle: nothing,
  play: nothing,
  pause: nothing,
  seek: nothing,
  setVolume: nothing,
  preload: nothing,
};
const untouched: ReturnType<Player['state']> = {
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
 * Explore as a visitor first sees it, as HTML: the server sends it inside the page, so that the covers are
 * there before the script is. The script then draws the same again and takes over.
 */
export function firstPicture(explore: Explore): string {
  const client = makeQueryClient();
  client.setQueryData(exploreQuery('').queryKey, explore);
  return renderToString(
    <Router ssrPath="/" ssrSearch="">
      <App player={silent} client={client} />
    </Router>,
  );
}
