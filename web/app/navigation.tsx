import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useStore } from '../lib/store.ts';
import { pageTitle } from '../ui/use-title.ts';

/** The URL without the text of `?q=`: typing a search does not leave the page. */
export function usePlace(): string {
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  if (search.has('q')) search.set('q', '');
  return `${path}?${search}`;
}

/**
 * Moves focus to a new page's heading, so that screen readers announce it. The heading may render late; a person who
 * types or has opened a dialog or a menu meanwhile keeps the focus: a menu that loses it closes.
 * @param place changes with every page.
 */
export function useRouteFocus(place: string): void {
  const previous = useRef(place);
  useEffect(() => {
    if (previous.current === place) return;
    previous.current = place;
    const main = document.getElementById('main')!;
    // One frame later: a menu that is closing gives the focus back to its trigger first.
    let frame = requestAnimationFrame(focusHeading);
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(focusHeading);
    });
    observer.observe(main, { childList: true, subtree: true });
    function focusHeading() {
      const heading = main.querySelector<HTMLElement>('h1');
      if (!heading) return;
      observer.disconnect();
      if (
        document.activeElement?.matches(
          'input, textarea, select, [role=dialog] *, [role=menu], [role=menu] *',
        )
      )
        return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [place]);
}

/** Timeout for a page that comes back to reach its former height, ms. */
const MAX_WAIT = 1500;

/**
 * Scrolls a new page to its top, and a page that Back or Forward leads to where it was.
 * @param place changes with every page.
 */
export function useScrollRestoration(place: string): void {
  /** Scroll position to restore after Back or Forward. */
  const returnTo = useRef(0);
  const previous = useRef(place);

  // A layout effect subscribes before the router does, which renders the page at once.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    markEntry();
    const handlers = {
      scroll: () => restoring || positions.set(entry, scrollY),
      pushState() {
        markEntry(newKey());
        returnTo.current = 0;
      },
      replaceState: () => markEntry(entry),
      popstate() {
        markEntry();
        returnTo.current = positions.get(entry) ?? 0;
      },
      // A reload, and Back from another site, are the browser's.
      pagehide() {
        history.scrollRestoration = 'auto';
      },
      pageshow() {
        history.scrollRestoration = 'manual';
      },
    };
    for (const [name, handle] of Object.entries(handlers)) addEventListener(name, handle, { passive: true });
    return () => {
      for (const [name, handle] of Object.entries(handlers)) removeEventListener(name, handle);
    };
  }, []);

  useLayoutEffect(() => {
    if (previous.current === place) return;
    previous.current = place;
    positions.set(entry, returnTo.current);
    return scrollWhenPossible(returnTo.current);
  }, [place]);
}

const positions = new Map<string, number>();
let restoring = false;

/** The key of the entry of the history that is shown. Two entries may have the same URL. */
let entry = '';
const newKey = () => Math.random().toString(36).slice(2);

/** Notes the entry that is shown, whose key is in its state: what replaces an entry would drop it. */
function markEntry(key: string = history.state?.entry ?? newKey()): void {
  entry = key;
  if (history.state?.entry !== key) history.replaceState({ ...history.state, entry }, '');
}

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

/**
 * Announces a new page's title to screen readers. The browser announces the first page itself.
 * @param place changes with every page. Render this after the pages, whose effects set the title.
 */
export function PageAnnouncer({ place }: { place: string }) {
  const title = useStore(pageTitle);
  const [text, setText] = useState('');
  const announced = useRef(place);
  useEffect(() => {
    // The page's own effect has just set the title, so the rendered one may belong to the page before.
    const current = pageTitle.get();
    if (current === null || announced.current === place) return;
    announced.current = place;
    setText(current);
  }, [place, title]);
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
