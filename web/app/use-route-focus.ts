import { useEffect, useRef } from 'react';

/**
 * Moves focus to a new page's heading, so that screen readers announce it. The heading may render late; a person who
 * types or has opened a dialog meanwhile keeps the focus.
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
      if (document.activeElement?.matches('input, textarea, select, [role=dialog] *')) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [place]);
}
