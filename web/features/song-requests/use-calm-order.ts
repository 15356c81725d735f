import type { SongRequest } from 'contract/song-requests.ts';
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { inOrder } from './board-page.ts';

/** Below the 200 ms of every motion in the house. */
const GLIDE = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * The cards in their order, which follows the votes: they glide to their new places. While a pointer or the
 * keyboard's focus is on the list, nothing moves: nobody shall pay for a card that slid under the finger.
 */
export function useCalmOrder(requests: SongRequest[]) {
  const [held, setHeld] = useState<string[] | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const tops = useRef(new Map<string, number>());
  const ordered = requests.toSorted(held ? asHeld(held) : inOrder);
  const ids = ordered.map(({ id }) => id);
  const order = ids.join();

  useLayoutEffect(() => {
    const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    const now = new Map<string, number>();
    for (const item of list.current?.children ?? []) {
      const { id } = (item as HTMLElement).dataset;
      const top = (item as HTMLElement).offsetTop;
      const before = tops.current.get(id!);
      if (!still && before !== undefined && before !== top)
        item.animate([{ transform: `translateY(${before - top}px)` }, { transform: 'none' }], GLIDE);
      now.set(id!, top);
    }
    tops.current = now;
  }, [order]);

  const hold = () => setHeld((before) => before ?? ids);
  const release = () => setHeld(null);
  return {
    ordered,
    /** For the `<ol>`, whose items carry the request's id as `data-id`. */
    props: {
      ref: list,
      onPointerEnter: hold,
      onPointerLeave: release,
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && hold(),
      onBlur: release,
    },
  };
}

/** As they stood; what came since goes to its place behind them. */
const asHeld = (held: string[]) => (a: SongRequest, b: SongRequest) => {
  const [left, right] = [held.indexOf(a.id), held.indexOf(b.id)];
  if (left === -1 && right === -1) return inOrder(a, b);
  return (left === -1 ? held.length : left) - (right === -1 ? held.length : right);
};
