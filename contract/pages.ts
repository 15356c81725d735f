import type { Chart } from './charts.ts';
import type { TrackPage } from './discovery.ts';
import type { PersonPage } from './people.ts';
import type { ArtistPage, GenreCount, GenrePage } from './places.ts';
import type { Board, RequestPage } from './song-requests.ts';
import type { Explore } from './tracks.ts';

/** The product's pages (§2). Every other address gets the page with status 404. */
export const pages = [
  '/',
  '/tracks/:id',
  '/tracks/:id/:slug',
  '/artists/:slug',
  '/charts',
  '/genres',
  '/genres/:slug',
  '/people/:username',
  '/library',
  '/playlists',
  '/playlists/:id',
  '/leaderboard',
  '/leaderboard/:id',
  '/create',
  '/admin',
  '/profile',
  '/login',
  '/signup',
  '/unsubscribe',
] as const;

const patterns = pages.map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`));

/** Whether an address (without its query) is one of the product's pages. */
export function isPage(pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return patterns.some((pattern) => pattern.test(path));
}

/** The data of a page that the server renders, as the page's own call returns it. */
export type PageData =
  | { page: 'explore'; data: Explore }
  | { page: 'track'; data: TrackPage }
  | { page: 'artist'; data: ArtistPage }
  | { page: 'charts'; data: Chart }
  | { page: 'person'; data: PersonPage }
  | { page: 'genres'; data: GenreCount[] }
  | { page: 'genre'; data: GenrePage }
  | { page: 'board'; data: Board }
  | { page: 'request'; data: RequestPage };

/** A page as the web build's module for the server renders it. */
export interface RenderedPage {
  html: string;
  /** The page's own style sheet, beside the one in every page. */
  styles: string;
  /** Under which key the page's query cache holds the data. */
  queryKey: readonly unknown[];
}

/** Renders a page as a visitor first sees it. */
export type RenderPage = (address: string, content: PageData) => Promise<RenderedPage>;
