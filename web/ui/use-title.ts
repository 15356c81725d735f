import { useEffect } from 'react';
import { site } from '../lib/site.ts';
import { createStore } from '../lib/store.ts';

/** The title of the page on screen; null while it loads. */
export const pageTitle = createStore<string | null>(null);

/** Sets the title of the page in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${site.name}`;
    pageTitle.set(document.title);
    return () => pageTitle.set(null);
  }, [title]);
}
