import allTexts from 'virtual:texts';
import type { ExtensionPageData } from 'contract/extension-pages.ts';
import type { RenderedName, RenderPage } from 'contract/pages.ts';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app/App.tsx';
import { prepareRoute } from './app/routes.tsx';
import { extensionStyles } from './extension-styles.ts';
import boardStyles from './features/song-requests/board/board.css?inline';
import requestStyles from './features/song-requests/request/request-page.css?inline';
import seats from './features/song-requests/request/seats.css?inline';
import featured from './features/tracks/explore/featured.css?inline';
import songPages from './features/tracks/page/song-pages.css?inline';
import { makeQueryClient } from './lib/http/query-client.ts';
import { setLanguage } from './lib/i18n.ts';
import { site } from './lib/site.ts';
import { deferredPlayer } from './player/engine/deferred-player.ts';
import lyrics from './player/now-playing/lyrics.css?inline';
import vipBadge from './ui/pictures/vip-badge.css?inline';

/** A player without a song, for the server. */
const idlePlayer = deferredPlayer(() => new Promise(() => {}));

/** The styles of each page, beside those of every page. */
const styles: Record<Exclude<RenderedName, keyof ExtensionPageData>, string> = {
  explore: featured,
  track: songPages + lyrics + vipBadge,
  board: boardStyles + vipBadge,
  request: boardStyles + requestStyles + seats + vipBadge,
};

/**
 * Renders a page as a visitor first sees it. The server sends this HTML inside the page, so that the covers show
 * before the script has loaded. The script then renders the same view and replaces it.
 */
export const renderPage: RenderPage = async (
  url,
  { page, data },
  added = [],
  identity = site,
  language = 'en',
) => {
  const [path = '', search = ''] = url.split('?');
  const module = await prepareRoute(path);
  const subject = decodeURIComponent(path.split('/')[2] ?? '');
  const { query, entries: entriesOf } = module!;
  const own =
    entriesOf?.(data as never) ?? ([[query!(subject, new URLSearchParams(search)).queryKey, data]] as const);
  const entries = [...own, ...added];
  const client = makeQueryClient();
  for (const [queryKey, part] of entries) client.setQueryData(queryKey, part);
  const texts = (await allTexts[language]?.())?.default ?? {};
  // The rendering waits for nothing, so no other one comes between.
  Object.assign(site, identity);
  setLanguage(language, texts);
  const html = renderToString(
    <Router ssrPath={path} ssrSearch={search}>
      <App player={idlePlayer} client={client} />
    </Router>,
  );
  const { [page]: ofCore = '' } = styles as Partial<Record<RenderedName, string>>;
  const { [page]: ofExtensions = '' } = extensionStyles as Partial<Record<RenderedName, string>>;
  return { html, styles: ofExtensions + ofCore, entries };
};
