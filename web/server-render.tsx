import type { ChartName } from 'contract/extensions/charts.ts';
import type { RenderedName, RenderPage } from 'contract/pages.ts';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app/App.tsx';
import { prepareRoute } from './app/routes.tsx';
import applause from './features/applause/applause.css?inline';
import boardStyles from './features/song-requests/board.css?inline';
import { parsePage } from './features/song-requests/board-page.ts';
import { boardQuery, requestPageQuery } from './features/song-requests/queries.ts';
import requestStyles from './features/song-requests/request-page.css?inline';
import seats from './features/song-requests/seats.css?inline';
import {
  artistPageQuery,
  chartQuery,
  genrePageQuery,
  genresQuery,
  personQuery,
  trackPageQuery,
} from './features/tracks/page-queries.ts';
import places from './features/tracks/places.css?inline';
import { exploreQuery } from './features/tracks/queries.ts';
import songPages from './features/tracks/song-pages.css?inline';
import { makeQueryClient } from './lib/query-client.ts';
import { deferredPlayer } from './player/deferred-player.ts';
import lyrics from './player/lyrics.css?inline';
import vipBadge from './ui/vip-badge.css?inline';

/** A player without a song, for the server. */
const idlePlayer = deferredPlayer(() => new Promise(() => {}));

/** What each page's query is called, and the page's own styles. */
const pages: Record<RenderedName, (url: string) => { queryKey: readonly unknown[]; styles: string }> = {
  explore: () => ({ queryKey: exploreQuery('').queryKey, styles: '' }),
  track: (url) => ({
    queryKey: trackPageQuery(slugIn(url)).queryKey,
    styles: applause + songPages + lyrics + vipBadge,
  }),
  artist: (url) => ({
    queryKey: artistPageQuery(slugIn(url)).queryKey,
    styles: places + songPages,
  }),
  charts: (url) => {
    const search = new URLSearchParams(url.split('?')[1]);
    const chart = (search.get('chart') ?? 'week') as ChartName;
    return { queryKey: chartQuery(chart, search.get('genre') ?? '').queryKey, styles: places };
  },
  person: (url) => ({ queryKey: personQuery(slugIn(url)).queryKey, styles: places + vipBadge }),
  genres: () => ({ queryKey: genresQuery().queryKey, styles: places }),
  genre: (url) => ({
    queryKey: genrePageQuery(slugIn(url)).queryKey,
    styles: places + songPages,
  }),
  board: (url) => ({
    queryKey: boardQuery(undefined, parsePage(new URLSearchParams(url.split('?')[1]).get('page'))).queryKey,
    styles: boardStyles + vipBadge,
  }),
  request: (url) => ({
    queryKey: requestPageQuery(undefined, slugIn(url)).queryKey,
    styles: boardStyles + requestStyles + seats + vipBadge,
  }),
};

const slugIn = (url: string) => decodeURIComponent(url.split(/[/?]/)[2]!);

/**
 * Renders a page as a visitor first sees it. The server sends this HTML inside the page, so that the covers show
 * before the script has loaded. The script then renders the same view and replaces it.
 */
export const renderPage: RenderPage = async (url, { page, data }) => {
  const { queryKey, styles } = pages[page](url);
  const client = makeQueryClient();
  client.setQueryData<unknown>(queryKey, data);
  const [path = '', search = ''] = url.split('?');
  await prepareRoute(path);
  const html = renderToString(
    <Router ssrPath={path} ssrSearch={search}>
      <App player={idlePlayer} client={client} />
    </Router>,
  );
  return { html, styles, queryKey };
};
