import type { Chart } from './extensions/charts.ts';
import type { PersonPage } from './extensions/people.ts';
import type { ArtistPage, GenreCount, GenrePage } from './extensions/places.ts';
import type { Page } from './page.ts';
import { english, message } from './text/messages.ts';

/** The pages of the extensions. */
export const extensionPages = {
  genres: {
    path: '/genres',
    title: english('Genres'),
    listed: true,
  },
  genre: {
    path: '/genres/:slug',
    title: english('Genre'),
  },
  charts: {
    path: '/charts',
    title: english('Charts'),
    titleOf: (genre: string | null) => (genre ? message('{genre} charts', { genre }) : message('Charts')),
    listed: true,
  },
  artist: {
    path: '/artists/:slug',
    title: english('Artist'),
  },
  person: {
    path: '/people/:username',
    title: english('Profile'),
  },
  following: { path: '/following', title: english('Inbox'), personal: true },
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
