import type { SongRequest } from 'contract/song-requests.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { useLayoutEffect, useRef } from 'react';
import { byVotes } from './board-page.ts';
import { useGlide } from './use-glide.ts';
import { useInteraction } from './use-interaction.ts';

/**
 * Sorts the cards by votes, but keeps the order on screen, and the shelf of those that reached their goal, while somebody is using the list: a click must never pay
 * for a card that has just moved under the pointer.
 */
export function useStableOrder(requests: SongRequest[]) {
  const list = useRef<HTMLOListElement>(null);
  const { active, handlers } = useInteraction(list);
  const onScreen = useRef<string[]>([]);
  const shelf = useRef<ReadonlySet<string>>(new Set());
  const ordered = requests.toSorted(active ? byPositionIn(onScreen.current) : byVotes);
  const ids = ordered.map(({ id }) => id);
  const shelved = active
    ? shelf.current
    : new Set(requests.filter(({ votes }) => votes >= VOTE_GOAL).map(({ id }) => id));
  useLayoutEffect(() => {
    onScreen.current = ids;
    shelf.current = shelved;
  });
  useGlide(list, ids.join());
  /** `shelved` have reached their goal. `props` are for the `<ol>`; its items carry an id as `data-id`. */
  return { ordered, shelved, props: { ref: list, ...handlers } };
}

/** New cards go behind those that are on screen. */
const byPositionIn = (ids: string[]) => (a: SongRequest, b: SongRequest) => {
  const [left, right] = [ids.indexOf(a.id), ids.indexOf(b.id)];
  if (left === -1 && right === -1) return byVotes(a, b);
  return (left === -1 ? ids.length : left) - (right === -1 ? ids.length : right);
};
