import type { Chart } from './extensions/charts.ts';
import type { PersonPage } from './extensions/people.ts';
import type { ArtistPage, GenreCount, GenrePage } from './extensions/places.ts';
import type { Page } from './page.ts';

/** The pages of the extensions. */
export const extensionPages = {
  genres: {
    path: '/genres',
    title: 'Genres',
    listed: true,
  },
  genre: {
    path: '/genres/:slug',
    title: 'Genre',
  },
  charts: {
    path: '/charts',
    title: 'Charts',
    titleOf: (genre: string | null) => (genre ? `${genre} charts` : 'Charts'),
    listed: true,
  },
  artist: {
    path: '/artists/:slug',
    title: 'Artist',
  },
  person: {
    path: '/people/:username',
    title: 'Profile',
  },
  following: { path: '/following', title: 'Inbox', personal: true },
  unsubscribe: { path: '/unsubscribe' },
} satisfies Record<string, Page>;

/** The data of those that the server renders, as the page's own calls return it. */
export interface ExtensionPageData {
  artist: ArtistPage;
  charts: Chart;
  genres: GenreCount[];
  genre: GenrePage;
  person: PersonPage;
}
