import { useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

/** How long a page that comes back may take to grow as long as it was, ms. */
const PATIENCE = 1500;

/** A new page begins at its top; Back and Forward return to where one was. */
export function useScrollRestoration(): void {
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  // Typing a search does not leave the page.
  search.delete('q');
  const place = `${path}?${search}`;
  /** The entry that Back or Forward has just led to. */
  const returningTo = useRef<string>(undefined);
  const first = useRef(true);

  // A layout effect, so that this hears of Back before the router does, which draws the page at once.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      if (!settling) scrolledTo.set(entryKey(), window.scrollY);
    };
    const onPop = () => {
      returningTo.current = entryKey();
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('popstate', onPop);
    };
  }, []);

  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const wanted = returningTo.current === entryKey() ? (scrolledTo.get(entryKey()) ?? 0) : 0;
    returningTo.current = undefined;
    return scrollWhenPossible(wanted);
  }, [place]);
}

const scrolledTo = new Map<string, number>();
let settling = false;

/** Each entry of the history by its address: good enough for Back, and no state has to be written into it. */
const entryKey = () => location.pathname + location.search;

function scrollWhenPossible(top: number): () => void {
  const began = performance.now();
  let frame = 0;
  settling = true;
  const attempt = () => {
    window.scrollTo(0, top);
    const there = Math.abs(window.scrollY - top) < 2;
    if (there || performance.now() - began > PATIENCE) settling = false;
    else frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => {
    settling = false;
    cancelAnimationFrame(frame);
  };
}
