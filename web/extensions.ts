import type { PageName } from 'contract/pages.ts';
import type { ComponentType } from 'react';
import { SearchButton } from './features/search/SearchButton.tsx';

/** Loads the code of a page. */
export type LoadPage = () => Promise<{ default: ComponentType }>;

const places: LoadPage = () => import('./pages/Places.tsx');

/**
 * What extensions add to the page. The first chunk has it, so it names only what must be known at once; all else is in
 * `extension-parts.ts`. Whoever removes an extension removes its lines in both.
 */
export const extensions = {
  /** Each file that is named here costs the first page: what leads to each other shares one. */
  pages: {
    artist: places,
    charts: places,
    genres: places,
    genre: places,
    person: places,
    following: () => import('./pages/Following.tsx'),
    unsubscribe: () => import('./pages/Unsubscribe.tsx'),
  } satisfies Partial<Record<PageName, LoadPage>>,
  /** For everyone, before the account menu. */
  headerItems: [SearchButton],
  /** Ways to look around, under the search field of Explore. */
  exploreLinks: ['charts', 'genres'] satisfies PageName[],
  slots: async () => (await import('./extension-parts.ts')).slots,
};
