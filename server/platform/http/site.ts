import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { endpoints } from 'contract/api.ts';
import { Problem } from 'contract/errors.ts';
import { isPage, type PageData, type RenderPage } from 'contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { READ_ONLY_NOTE } from '../mode.ts';
import { originOf } from './bind.ts';
import { type Precompressed, precompress, sendPrecompressed } from './compress.ts';
import { pagePolicy } from './headers.ts';
import { canonicalLink, type PagePreview, withPreview } from './page-head.ts';
import { readSite, sendFile } from './site-files.ts';

/** The output of the web build: its folder, and the module that renders pages to HTML. */
export interface BuiltSite {
  folder: string;
  pictureModule: string;
  /** The module that renders embedded players; undefined serves none, as in most tests. */
  embedModule?: string;
}

export interface SiteSettings {
  site: BuiltSite;
  publicUrl: string | undefined;
  /** Whether the page may load the payment provider's script. */
  payments: boolean;
  /** Where pictures and sound come from, if not from this server. */
  mediaOrigin: string | undefined;
  /** Whether pages say that nothing can be changed. */
  isReadOnly: () => boolean;
  /** The pages that the server renders. */
  pages: ServerPage[];
  /** What previews of another page say; undefined for a page without its own. */
  preview: (pathname: string) => Promise<PagePreview | undefined>;
}

/** A page that the server renders, so that it shows before the script has loaded, and without scripts. */
export interface ServerPage {
  /** Fastify's notation. */
  paths: string[];
  /** See `Endpoint.cost`. */
  cost: number;
  /** Loads the page; undefined sends it without content. The origin is that of absolute URLs. */
  load: (input: PageInput) => Promise<LoadedPage | PageShell | undefined>;
}

/** A page that is sent without content. */
export interface PageShell {
  /** What its previews say; null if its subject does not exist. */
  shell: PagePreview | null;
}

export interface PageInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  origin: string;
  request: FastifyRequest;
}

export interface LoadedPage {
  status: number;
  content: PageData;
  /** The address that the page is rendered for, with the part of the query that changes what it shows. */
  address: string;
  /** The tags that say what the page is about; those of `preview`, or else the product's own ones, if undefined. */
  about?: string;
  preview?: PagePreview;
  /** Tags that preload its pictures. */
  preload: string;
  /** Whether it can be used without scripts. */
  scriptless?: boolean;
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
  // Loading the renderer takes 60 ms and 11 MB, so it waits for the first page. One that is missing is found now.
  await access(pictureModule);
  let rendering: Promise<{ renderPage: RenderPage }> | undefined;
  const loadRendering = () => (rendering ??= import(pictureModule));
  const policy = pagePolicy(inlineScriptHashes(template), settings.payments, settings.mediaOrigin);

  const keep = lastPages();
  const noted = (html: string) => withNote(html, settings.isReadOnly());
  const mode = () => (settings.isReadOnly() ? 'read-only ' : '');

  function begin(reply: FastifyReply, status: number) {
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy);
  }

  /** Sends the page without content: the script loads it. */
  async function sendShell(request: FastifyRequest, reply: FastifyReply, known?: PageShell) {
    const pathname = request.url.split('?')[0]!;
    const preview = known ? known.shell : isPage(pathname) ? await settings.preview(pathname) : null;
    if (preview === null && wantsData(pathname, request.headers.accept)) throw new Problem('not_found');
    if (preview?.movedTo) return begin(reply, 308).header('location', preview.movedTo).send('');
    const origin = settings.publicUrl ?? originOf(request);
    const key = mode() + (preview ? `${origin} ${preview.address ?? pathname}` : origin);
    const page = await keep(key, JSON.stringify(preview ?? {}), async () =>
      noted(withPreview(template!, origin, pathname, preview)),
    );
    return sendPrecompressed(request, begin(reply, preview === null ? 404 : 200), page);
  }

  async function sendRendered(request: FastifyRequest, reply: FastifyReply, page: ServerPage) {
    const origin = settings.publicUrl ?? originOf(request);
    const { params, query } = request as Pick<PageInput, 'params' | 'query'>;
    const loaded = await page.load({ params, query, origin, request });
    if (!loaded || 'shell' in loaded) return sendShell(request, reply, loaded);
    const { address, content, status } = loaded;
    const data = JSON.stringify(content.data);
    const text = await keep(`${mode()}${origin} ${address}`, data, async () => {
      const { renderPage } = await loadRendering();
      return noted(fillTemplate(template!, origin, loaded, await renderPage(address, content)));
    });
    return sendPrecompressed(request, begin(reply, status), text);
  }

  server.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('not_found');
    const pathname = request.url.split('?')[0]!;
    const file = files.get(pathname);
    if (file && pathname !== '/index.html') return sendFile(request, reply, file);
    return sendShell(request, reply);
  });
  for (const page of settings.pages)
    for (const path of page.paths)
      server.get(path, { config: { cost: page.cost } }, (request, reply) =>
        sendRendered(request, reply, page),
      );
}

/** How many pages are kept. */
const MAX_PAGES = 32;

/**
 * Keeps the last pages, compressed, because they are opened far more often than they change.
 * @returns a function that renders the page of this key, unless the last one was made from the same data.
 */
function lastPages() {
  const pages = new Map<string, { data: string; text: Precompressed }>();
  return async (key: string, data: string, render: () => Promise<string>): Promise<Precompressed> => {
    const known = pages.get(key);
    if (known?.data === data) return known.text;
    const text = precompress(await render());
    pages.delete(key);
    pages.set(key, { data, text });
    if (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value!);
    return text;
  };
}

/** The first path segment of every endpoint. */
const API_SEGMENTS = new Set([...endpoints.map(({ path }) => path.split('/')[1]!), 'openapi.json', 'media']);

/** Whether an unknown URL looks like an API call or a file rather than a page. */
export function wantsData(pathname: string, accept: string | undefined): boolean {
  if (API_SEGMENTS.has(pathname.split('/')[1]!) || /\.\w+$/.test(pathname)) return true;
  return accept?.includes('application/json') === true && !accept.includes('text/html');
}

const withNote = (html: string, isReadOnly: boolean) =>
  isReadOnly ? html.replace('<div id="root"', `${READ_ONLY_NOTE}<div id="root"`) : html;

const NO_SCRIPT = /<noscript>.*?<\/noscript>/s;

/** Puts what was rendered into the page, with its data, which saves the script a round trip. */
function fillTemplate(
  template: string,
  origin: string,
  { about, address, preview, preload, content, scriptless }: LoadedPage,
  { html, styles, queryKey }: Awaited<ReturnType<RenderPage>>,
): string {
  const data = JSON.stringify({ queryKey, data: content.data }).replaceAll('<', '\\u003c');
  const path = address.split('?')[0]!;
  const page = about
    ? template.replace(/<!-- about -->[\s\S]*<!-- \/about -->/, () => about)
    : withPreview(template, origin, path, preview);
  const canonical = about || preview ? '' : canonicalLink(origin + path);
  return (
    (scriptless ? page.replace(NO_SCRIPT, '') : page)
      .replace('<!-- picture -->', () => html)
      .replace('<!-- preload -->', () => preload)
      // After the main style sheet, which declares the order of the layers.
      .replace('</head>', () => `${canonical}${styles && `<style>${styles}</style>`}</head>`)
      .replace('<!-- data -->', () => `<script id="data" type="application/json">${data}</script>`)
  );
}

/** The hashes by which the Content-Security-Policy allows the page's inline scripts. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `sha256-${createHash('sha256').update(script!).digest('base64')}`,
  );
}

/**
 * Where the page of an address with malformed percent-encoding is found: each percent sign stands for itself there.
 * @returns a path on this site with its query; undefined for calls and files.
 */
export function repairAddress(url: string, accept: string | undefined): string | undefined {
  if (!url.startsWith('/')) return undefined;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (wantsData(path, accept)) return undefined;
  // Browsers read two slashes, or backslashes, as the beginning of another site's address.
  const own = path.replace(/^[/\\]+/, '/').replaceAll('%', '%25');
  return own + url.slice(path.length);
}
