import { useLayoutEffect, useRef } from 'react';

/** How long a page that comes back may take to grow to its former height; ms. */
const MAX_WAIT = 1500;

/**
 * Scrolls a new page to its top, and a page that Back or Forward leads to where it was.
 * @param place changes with every page.
 */
export function useScrollRestoration(place: string): void {
  /** The history entry that Back or Forward has just led to. */
  const returningTo = useRef<string>(undefined);
  const previous = useRef(place);

  // A layout effect subscribes before the router does, which renders the page at once.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const onScroll = () => {
      if (!restoring) positions.set(entryKey(), window.scrollY);
    };
    const onPop = () => {
      returningTo.current = entryKey();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('popstate', onPop);
    };
  }, []);

  useLayoutEffect(() => {
    if (previous.current === place) return;
    previous.current = place;
    const top = returningTo.current === entryKey() ? (positions.get(entryKey()) ?? 0) : 0;
    returningTo.current = undefined;
    return scrollWhenPossible(top);
  }, [place]);
}

const positions = new Map<string, number>();
let restoring = false;

/** A history entry by its address. That is enough for Back, and nothing has to be written into the history's state. */
const entryKey = () => location.pathname + location.search;

function scrollWhenPossible(top: number): () => void {
  const started = performance.now();
  let frame = 0;
  restoring = true;
  const attempt = () => {
    window.scrollTo(0, top);
    const arrived = Math.abs(window.scrollY - top) < 2;
    if (arrived || performance.now() - started > MAX_WAIT) restoring = false;
    else frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => {
    restoring = false;
    cancelAnimationFrame(frame);
  };
}
