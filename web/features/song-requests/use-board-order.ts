import type { SongRequest } from 'contract/song-requests.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { byVotes } from './board-page.ts';

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

/** Just below the 200 ms of the other transitions. */
const GLIDE = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** Animates the items of a list to their new places when `order` changes; each carries its id as `data-id`. */
function useGlide(list: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef(new Map<string, { x: number; y: number }>());
  useLayoutEffect(() => {
    const reducedMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    const previous = places.current;
    places.current = new Map();
    for (const item of list.current!.children as Iterable<HTMLElement>) {
      const id = item.dataset.id!;
      const before = previous.get(id);
      const now = { x: item.offsetLeft, y: item.offsetTop };
      places.current.set(id, now);
      if (reducedMotion || !before || (before.x === now.x && before.y === now.y)) continue;
      const from = `translate(${before.x - now.x}px, ${before.y - now.y}px)`;
      item.animate([{ transform: from }, { transform: 'none' }], GLIDE);
    }
  }, [list, order]);
}

/** A finger's click follows its `pointerleave`, and a second tap on the same place comes soon after, ms. */
const AFTER_TOUCH = 1500;

/** Whether somebody is using an element: a pointer is over it, or the keyboard's focus is inside. */
function useInteraction(element: RefObject<HTMLElement | null>) {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Removing the element that has the focus fires no blur event.
    if (focus && !element.current?.contains(document.activeElement)) setFocus(false);
  });
  return {
    active: pointer || focus,
    handlers: {
      onPointerEnter: () => {
        clearTimeout(timer.current);
        setPointer(true);
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') return setPointer(false);
        clearTimeout(timer.current);
        timer.current = setTimeout(setPointer, AFTER_TOUCH, false);
      },
      onFocus: ({ target }: FocusEvent) => setFocus(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, target, relatedTarget }: FocusEvent) => {
        // When the whole window loses the focus, its active element stays the same.
        const windowLeft = document.activeElement === target;
        if (!windowLeft && !currentTarget.contains(relatedTarget)) setFocus(false);
      },
    },
  };
}
