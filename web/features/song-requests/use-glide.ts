import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Just below the 200 ms of the other transitions. */
const GLIDE = { duration: 180, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** Animates the items of a list to their new places when `order` changes; each carries its id as `data-id`. */
export function useGlide(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const reducedMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    const previous = tops.current;
    tops.current = new Map();
    for (const item of list.current!.children as Iterable<HTMLElement>) {
      const id = item.dataset.id!;
      const [before, now] = [previous.get(id), item.offsetTop];
      tops.current.set(id, now);
      if (!reducedMotion && before !== undefined && before !== now)
        item.animate([{ transform: `translateY(${before - now}px)` }, { transform: 'none' }], GLIDE);
    }
  }, [list, order]);
}
