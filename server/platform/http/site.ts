import { createHash } from 'node:crypto';
import { endpoints } from 'contract/api.ts';
import { coverPreload } from 'contract/covers.ts';
import { Problem } from 'contract/errors.ts';
import { isPage } from 'contract/pages.ts';
import type { Explore } from 'contract/tracks.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from './bind.ts';
import { type PreparedText, prepareText, sendPrepared } from './compress.ts';
import { pagePolicy } from './headers.ts';
import { type PagePreview, withPreview } from './page-preview.ts';
import { readSite, sendFile } from './site-files.ts';

/** The output of the web build: its folder, and the module that renders Explore to HTML. */
export interface BuiltSite {
  folder: string;
  pictureModule: string;
}

export interface SiteSettings {
  site: BuiltSite;
  publicUrl: string | undefined;
  /** Whether the page may load the payment provider's script. */
  payments: boolean;
  /** Where pictures and sound come from, if not from this server. */
  mediaOrigin: string | undefined;
  /** The data of Explore, with URLs of this origin. */
  explore: (origin: string) => Promise<Explore>;
  /** What previews of a page say; undefined for a page without its own, null for one whose subject does not exist. */
  preview: (pathname: string) => Promise<PagePreview | null | undefined>;
}

/**
 * Serves the built web page from memory: with status 200 at the URLs of pages, with 404 elsewhere, where it shows
 * "not found". Unknown API calls and missing files get a JSON error.
 */
export async function siteRoutes(server: FastifyInstance, settings: SiteSettings): Promise<void> {
  const { folder, pictureModule } = settings.site;
  const files = await readSite(folder);
  const template = files.get('/index.html')?.body.toString();
  if (template === undefined)
    throw new Error(`The web page is not built: ${folder} has no index.html. Run: npm run build`);
  const picture = await firstPicture(pictureModule);
  const policy = pagePolicy(inlineScriptHashes(template), settings.payments, settings.mediaOrigin);

  const keep = lastPages();

  async function sendPage(request: FastifyRequest, reply: FastifyReply, pathname: string) {
    const preview = isPage(pathname) ? await settings.preview(pathname) : null;
    const known = preview !== null;
    if (!known && wantsData(pathname, request.headers.accept)) throw new Problem('not_found');
    reply
      .code(known ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy);
    const origin = settings.publicUrl ?? originOf(request);
    const { q } = request.query as { q?: unknown };
    const searched = typeof q === 'string' && q.trim() !== '';
    const explore = pathname === '/' && !searched ? await settings.explore(origin) : undefined;
    const data = explore && JSON.stringify(explore);
    const kind = explore ? 'explore' : preview ? 'preview' : '';
    const key = preview ? `${pathname} ${JSON.stringify(preview)}` : data;
    const page = keep(`${origin} ${kind}`, key, () => {
      const html = withPreview(template!, origin, pathname, preview);
      return explore ? withExplore(html, picture(explore, data!), explore, data!) : html;
    });
    return sendPrepared(request, reply, page);
  }

  server.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('not_found');
    const pathname = request.url.split('?')[0]!;
    const file = files.get(pathname);
    if (file && pathname !== '/index.html') return sendFile(request, reply, file);
    return sendPage(request, reply, pathname);
  });
  server.get('/', (request, reply) => sendPage(request, reply, '/'));
}

/** How many pages are kept: one or two for each origin. The client chooses the Host header. */
const MAX_PAGES = 16;

/**
 * Keeps the last pages, compressed, because they are opened far more often than they change.
 * @returns a function that renders the page of this key, unless the last one was made from the same data.
 */
function lastPages() {
  const pages = new Map<string, { data: string | undefined; text: PreparedText }>();
  return (key: string, data: string | undefined, render: () => string): PreparedText => {
    const known = pages.get(key);
    if (known?.data === data && known !== undefined) return known.text;
    const text = prepareText(render());
    pages.delete(key);
    pages.set(key, { data, text });
    if (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value!);
    return text;
  };
}

/** The first path segment of every endpoint. */
const API_SEGMENTS = new Set([...endpoints.map(({ path }) => path.split('/')[1]!), 'openapi.json', 'media']);

/** Whether an unknown URL looks like an API call or a file rather than a page. */
function wantsData(pathname: string, accept: string | undefined): boolean {
  if (API_SEGMENTS.has(pathname.split('/')[1]!) || /\.\w+$/.test(pathname)) return true;
  return accept?.includes('application/json') === true && !accept.includes('text/html');
}

/** Renders Explore to HTML; equal data has an equal `key`. */
type Picture = (data: Explore, key: string) => string;

/** Caches the last rendering, because Explore is opened far more often than it changes. */
async function firstPicture(module: string): Promise<Picture> {
  const { firstPicture: render }: { firstPicture: (data: Explore) => string } = await import(module);
  let last = { key: '', html: '' };
  return (data, key) => {
    if (last.key !== key) last = { key, html: render(data) };
    return last.html;
  };
}

/** Embeds the data of Explore and preloads its covers, which saves a round trip. */
function withExplore(page: string, picture: string, explore: Explore, data: string): string {
  const covers = explore.newReleases.map((track) => coverPreload(track.cover_image_url)).join('');
  const script = `<script id="explore" type="application/json">${data.replaceAll('<', '\\u003c')}</script>`;
  return page
    .replace('<!-- picture -->', () => picture)
    .replace('<!-- preload -->', () => covers)
    .replace('<!-- data -->', () => script);
}

/** The hashes by which the Content-Security-Policy allows the page's inline scripts. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `sha256-${createHash('sha256').update(script!).digest('base64')}`,
  );
}
