import type { SongRequest } from 'contract/song-requests.ts';
import { useLayoutEffect, useRef } from 'react';
import { byVotes } from './board-page.ts';
import { useGlide } from './use-glide.ts';
import { useInteraction } from './use-interaction.ts';

/**
 * Sorts the cards by votes, but keeps the order on screen while somebody is using the list: a click must never pay
 * for a card that has just moved under the pointer.
 */
export function useStableOrder(requests: SongRequest[]) {
  const list = useRef<HTMLOListElement>(null);
  const { active, handlers } = useInteraction(list);
  const onScreen = useRef<string[]>([]);
  const ordered = requests.toSorted(active ? byPositionIn(onScreen.current) : byVotes);
  const ids = ordered.map(({ id }) => id);
  useLayoutEffect(() => {
    onScreen.current = ids;
  });
  useGlide(list, ids.join());
  /** `props` are for the `<ol>`; its items carry the request's id as `data-id`. */
  return { ordered, props: { ref: list, ...handlers } };
}

/** New cards go behind those that are on screen. */
const byPositionIn = (ids: string[]) => (a: SongRequest, b: SongRequest) => {
  const [left, right] = [ids.indexOf(a.id), ids.indexOf(b.id)];
  if (left === -1 && right === -1) return byVotes(a, b);
  return (left === -1 ? ids.length : left) - (right === -1 ? ids.length : right);
};
