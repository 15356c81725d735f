import { useSyncExternalStore } from 'react';

/** wouter dispatches the last two when the page changes its own history. */
const EVENTS = ['popstate', 'pushState', 'replaceState'];

const isOpen = () => (history.state as { nowPlaying?: true } | null)?.nowPlaying === true;

function subscribe(listener: () => void) {
  for (const name of EVENTS) addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) removeEventListener(name, listener);
  };
}

/**
 * Whether the now-playing view is open. It is an entry of the history at the same address: Back closes it, and a link
 * in it leads to a page that Back leaves again.
 */
export function useNowPlaying() {
  return {
    open: useSyncExternalStore(subscribe, isOpen, () => false),
    show: () => isOpen() || history.pushState({ nowPlaying: true }, ''),
    close: () => isOpen() && history.back(),
  };
}
