import { useEffect, useRef, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { pageTitle } from '../ui/use-title.ts';

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
