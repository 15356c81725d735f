import type { extensionPages } from 'contract/extension-pages.ts';
import type { LoadPage } from './lib/http/page-loader.ts';

/** The pages that share a chunk. */
const place =
  (name: keyof typeof import('./extension-places.ts')['places']): LoadPage =>
  async () =>
    (await import('./extension-places.ts')).places[name];

/**
 * Additions of extensions to the page. The first chunk has them, so this names only what must be known at once; all
 * else is in `extension-parts.ts`. Whoever removes an extension removes its lines in both.
 */
export const extensions = {
  /** Each file that is named here costs the first page: what leads to each other shares one. */
  pages: {
    artist: place('artist'),
    charts: place('charts'),
    genres: place('genres'),
    genre: place('genre'),
    person: place('person'),
    following: () => import('./extensions/following/Following.tsx'),
    unsubscribe: () => import('./extensions/notifications/Unsubscribe.tsx'),
  } satisfies Record<keyof typeof extensionPages, LoadPage>,
  /** Pages in the navigation after Explore. Phones have no room for them: there, they stand beside Most Popular. */
  navigation: ['charts'] satisfies (keyof typeof extensionPages)[],
  slots: async () => (await import('./extension-parts.ts')).slots,
};
