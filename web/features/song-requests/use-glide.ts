import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Just below the 200 ms of the other transitions. */
const GLIDE = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** Animates the items of a list to their new places when `order` changes; each carries its id as `data-id`. */
export function useGlide(list: RefObject<HTMLElement | null>, order: string): void {
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
