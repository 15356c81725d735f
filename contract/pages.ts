import { type ExtensionPageData, extensionPages } from './extension-pages.ts';
import type { Asked, Board, RequestPage } from './features/song-requests.ts';
import type { TrackPage } from './features/track-page.ts';
import type { Explore } from './features/tracks.ts';
import type { Page } from './page.ts';
import { english, type Message, message } from './text/messages.ts';

/**
 * The product's pages (§2). Every other path gets the page with status 404. The server's rendering, the client's
 * routes, the sitemap and the heads are keyed by its names (docs/decisions/0030), and the first page loads it: keep it
 * short.
 *
 * - `path`: with a slash at its end it is the same page.
 * - `title`: what the browser's tab says, or says before the page's subject is known. `titleOf` makes it from the subject.
 *   Both are said in the reader's language.
 *   Pages without one have several views, which name themselves.
 * - `listed`: in the sitemap as it is. `personal`: of interest to nobody but the viewer, so crawlers leave it out.
 */
export const pages = {
  explore: { path: '/', title: english('Explore'), listed: true },
  board: { path: '/leaderboard', title: english('Song requests'), listed: true },
  request: { path: '/leaderboard/:id', title: english('Song request'), titleOf: songTitle },
  track: { path: '/tracks/:id/:slug?', title: english('Track'), titleOf: songTitle },
  playlists: { path: '/playlists', title: english('My Playlists') },
  playlist: { path: '/playlists/:id', title: english('Playlist') },
  admin: { path: '/admin', personal: true },
  create: { path: '/create', personal: true },
  library: { path: '/library', title: english('Saved Tracks'), personal: true },
  profile: { path: '/profile', title: english('Profile'), personal: true },
  settings: { path: '/profile/settings/:part?', title: english('Settings'), personal: true },
  login: { path: '/login/:provider?', personal: true },
  signup: { path: '/signup', personal: true },
  ...extensionPages,
} satisfies Record<string, Page>;

export type PageName = keyof typeof pages;
export const pageNames = Object.keys(pages) as PageName[];

/** A song as titles name it; a track is by its `display_artist`. */
type Song = { title: string; artist: string } | { title: string; display_artist: string };

function songTitle(song: Song): Message {
  const artist = 'artist' in song ? song.artist : song.display_artist;
  return message('{title} by {artist}', { title: song.title, artist });
}

const patterns = pageNames.map((name): [PageName, RegExp] => [
  name,
  new RegExp(`^${pages[name].path.replace(/\/:\w+\?/, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`),
]);

/** The page at a path, if there is one. */
export const pageAt = (pathname: string): PageName | undefined =>
  patterns.find(([, pattern]) => pattern.test(pathname))?.[0];

/** The data of each page that the server renders, as the page's own calls return it. */
export interface PageData extends ExtensionPageData {
  explore: { explore: Explore; asked: Asked };
  track: TrackPage;
  board: Board;
  request: RequestPage;
}

export type RenderedName = keyof PageData;

/** A page's name with its data. */
export type PageContent = { [Name in RenderedName]: { page: Name; data: PageData[Name] } }[RenderedName];

/** Contents of a page's query cache: the key of each query, with its data. */
export type PageEntries = readonly (readonly [queryKey: readonly unknown[], data: unknown])[];

/** A page as the web build's module for the server renders it. */
interface RenderedPage {
  html: string;
  /** The page's own style sheet, beside the one in every page. */
  styles: string;
  entries: PageEntries;
}

/**
 * Renders a page as a visitor first sees it.
 * @param added what extensions add to its query cache.
 * @param site its name and its sentence.
 */
export type RenderPage = (
  url: string,
  content: PageContent,
  added?: PageEntries,
  site?: { name: string; tagline: string },
  /** One of `contract/languages.ts`. */
  language?: string,
) => Promise<RenderedPage>;
