import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { endpoints } from 'contract/api.ts';
import { Problem } from 'contract/errors.ts';
import type { LanguageCode } from 'contract/languages.ts';
import {
  type PageContent,
  type PageData,
  type PageEntries,
  pageAt,
  pages,
  type RenderedName,
  type RenderPage,
} from 'contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { say } from '../../text/say.ts';
import { originOf } from '../bind.ts';
import { namesEtag, type Precompressed, precompress, sendPrecompressed } from '../compress.ts';
import { pagePolicy, WORKER_POLICY } from '../headers.ts';
import { varyByLanguage } from '../language.ts';
import type { Brand } from './brand.ts';
import { brandFiles } from './brand-files.ts';
import { type Head, withHead } from './page-head.ts';
import { inLanguage, manifestIn, type PageLanguage, templateIn } from './page-language.ts';
import { tagPublic } from './public-cache.ts';
import { fileOf, readSite, type SiteFile, sendFile } from './site-files.ts';

/** The output of the web build: its folder, and the module that renders pages to HTML. */
export interface BuiltSite {
  folder: string;
  renderModule: string;
  /** The module that renders embedded players; undefined serves none, as in most tests. */
  embedModule?: string;
}

interface SiteSettings {
  site: BuiltSite;
  brand: Brand;
  publicUrl: string | undefined;
  /** The languages that are offered. */
  languages: readonly LanguageCode[];
  /** Sends the worker that opens pages without a network; otherwise the one that removes it. */
  offline: boolean;
  /** True if the page may load the payment provider's script. */
  payments: boolean;
  /** Origin of pictures and sound, if not this server. */
  mediaOrigin: string | undefined;
  /** HTML that every page shows at its top at the moment, or nothing. */
  note: (language: LanguageCode) => Promise<string>;
  /** The pages that the server renders. */
  pages: Partial<ServerPages>;
  /** Parts that features add to them. */
  parts: readonly PageParts[];
  /** Returns the head of another page; undefined for a page without its own. */
  headOf: (pathname: string, language: LanguageCode) => Promise<Head | undefined>;
}

/** The pages that the server renders, so that they show before the script has loaded, and without scripts. */
export type ServerPages = { [Name in RenderedName]: PageLoader<Name> };

export interface PageLoader<Name extends RenderedName> {
  /** See `Endpoint.cost`. */
  cost: number;
  /** It shows votes as they are, so no cache may give an older one. */
  isLive?: true;
  /** Loads the page; undefined sends it without content. The origin is that of absolute URLs. */
  load: (input: PageInput) => Promise<LoadedPage<Name> | PageShell | undefined>;
}

/** Part that a feature adds to a page of another one. */
export interface PagePart {
  /** More of what the page's query cache holds. */
  entries: PageEntries;
  /** More about the subject of the page, as schema.org has it. */
  jsonLd?: object;
}

/** Loads what is added to each page, by the id in its address. */
export type PageParts = {
  [Name in RenderedName]?: (id: string) => Promise<PagePart | undefined>;
};

type AnyLoader = PageLoader<RenderedName>;

/** A page that is sent without content: it moved for good, or its subject does not exist. */
type PageShell = { movedTo: string } | { missing: true };

interface PageInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  origin: string;
  language: LanguageCode;
  request: FastifyRequest;
}

interface LoadedPage<Name extends RenderedName = RenderedName> {
  status: number;
  data: PageData[Name];
  /** The URL that the page is rendered for, without its origin, with the part of the query that changes what it shows. */
  url: string;
  /** The product's own without it. */
  head?: Head;
  /** Tags that preload its pictures. */
  preload?: string;
  /** True if it can be used without scripts. */
  scriptless?: boolean;
}

/**
 * Serves the built web page from memory: with status 200 at the URLs of pages, with 404 elsewhere, where it shows
 * "not found". Unknown API calls and missing files get a JSON error.
 */
export async function siteRoutes(server: FastifyInstance, settings: SiteSettings): Promise<void> {
  const { folder, renderModule } = settings.site;
  const { brand } = settings;
  const files = brandFiles(await readSite(folder), brand);
  const template = files.get('/index.html')?.body.toString();
  if (template === undefined)
    throw new Error(`The web page is not built: ${folder} has no index.html. Run: npm run build`);
  // Loading the renderer takes 60 ms and 11 MB, so it waits for the first page. One that is missing is found now.
  await access(renderModule);
  let rendering: Promise<{ renderPage: RenderPage }> | undefined;
  const loadRendering = () => (rendering ??= import(renderModule));
  const policy = pagePolicy(inlineScriptHashes(template), settings.payments, settings.mediaOrigin);

  const keep = lastPages();
  const withNote = (html: string, note: string) => html.replace('<div id="root"', (root) => note + root);

  const ofLanguage = new Map<LanguageCode, PageLanguage & { template: string }>();
  /** The page of a request's language, without content. */
  function readingOf({ language = 'en' }: FastifyRequest) {
    let known = ofLanguage.get(language);
    if (!known) {
      const reading = { language, offered: settings.languages };
      const page = inLanguage(templateIn(template!, reading, brand), reading, files.keys());
      known = { ...reading, template: page };
      ofLanguage.set(language, known);
    }
    return known;
  }

  const manifests = new Map<LanguageCode, SiteFile>();
  /** The manifest in the language of a request. @param file the built one, in English. */
  function manifestOf({ language = 'en' }: FastifyRequest, file: SiteFile): SiteFile {
    if (language === 'en') return file;
    const known = manifests.get(language);
    const manifest = known ?? fileOf(MANIFEST, Buffer.from(manifestIn(file.body.toString(), language)));
    manifests.set(language, manifest);
    return manifest;
  }

  function begin(reply: FastifyReply, status: number) {
    varyByLanguage(reply);
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy);
  }

  /** Sends the page without content: the script loads it. */
  async function sendShell(request: FastifyRequest, reply: FastifyReply, isMissing: boolean) {
    const pathname = request.url.split('?')[0]!;
    if (isMissing && wantsData(pathname, request.headers.accept)) throw new Problem('not_found');
    const reading = readingOf(request);
    const { language } = reading;
    const head = isMissing ? undefined : await settings.headOf(pathname, language);
    const origin = settings.publicUrl ?? originOf(request);
    const note = await settings.note(language);
    const key = `${language} ${note}${head ? `${origin} ${head.path}` : origin}`;
    const page = await keep(key, JSON.stringify(head ?? {}), async () =>
      withNote(withHead(reading.template, origin, brand, reading, head), note),
    );
    return sendPrecompressed(request, begin(reply, isMissing ? 404 : 200), page);
  }

  /** Sends the page that the worker keeps: without notes, which would outlast their reason. */
  async function sendKept(request: FastifyRequest, reply: FastifyReply) {
    const origin = settings.publicUrl ?? originOf(request);
    const reading = readingOf(request);
    const page = await keep(`kept ${reading.language} ${origin}`, '', async () =>
      withHead(reading.template, origin, brand, reading, undefined),
    );
    return sendPrecompressed(request, begin(reply, 200), page);
  }

  async function sendRendered(
    request: FastifyRequest,
    reply: FastifyReply,
    page: RenderedName,
    { load, isLive }: AnyLoader,
  ) {
    const origin = settings.publicUrl ?? originOf(request);
    const { params, query } = request as Pick<PageInput, 'params' | 'query'>;
    const reading = readingOf(request);
    const { language } = reading;
    const loaded = await load({ params, query, origin, language, request });
    if (!loaded || 'missing' in loaded) return sendShell(request, reply, loaded !== undefined);
    if ('movedTo' in loaded) return begin(reply, 308).header('location', loaded.movedTo).send('');
    const { url, status } = loaded;
    const parts = await Promise.all(
      settings.parts.map((part) => status === 200 && part[page]?.(params.id ?? '')),
    );
    const found = parts.filter((part) => part !== false && part !== undefined);
    const added = found.flatMap(({ entries }) => entries);
    for (const { jsonLd } of found)
      if (jsonLd && loaded.head) addJsonLd(loaded.head, { ...jsonLd }, origin, language);
    const data = JSON.stringify([loaded.data, added]);
    const note = await settings.note(language);
    const text = await keep(`${language} ${note}${origin} ${url}`, data, async () => {
      const { renderPage } = await loadRendering();
      const { name } = brand;
      const tagline = say(language, brand.tagline);
      const content = { page, data: loaded.data } as PageContent;
      const rendered = await renderPage(url, content, added, { name, tagline }, language);
      return withNote(fillTemplate(origin, brand, reading, loaded, rendered), note);
    });
    const answer = begin(reply, status);
    if (status === 200 && !isLive) {
      tagPublic(answer, text.etag);
      if (namesEtag(request.headers['if-none-match'], text.etag)) return answer.code(304).send();
    }
    return sendPrecompressed(request, answer, text);
  }

  function sendWorker(request: FastifyRequest, reply: FastifyReply) {
    const worker = files.get(settings.offline ? WORKER : WORKER_OFF);
    if (!worker) throw new Problem('not_found');
    reply.header('content-security-policy', WORKER_POLICY);
    return sendFile(request, reply, worker);
  }

  server.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('not_found');
    const pathname = request.url.split('?')[0]!;
    const file = files.get(pathname);
    if (pathname === WORKER) return sendWorker(request, reply);
    if (pathname === SHELL) return sendKept(request, reply);
    if (!file) return sendShell(request, reply, pageAt(pathname) === undefined);
    if (pathname !== MANIFEST) return sendFile(request, reply, file);
    varyByLanguage(reply);
    return sendFile(request, reply, manifestOf(request, file));
  });
  for (const [name, loader] of Object.entries(settings.pages) as [RenderedName, AnyLoader][])
    for (const path of pathsOf(pages[name].path))
      server.get(path, { config: { cost: loader.cost } }, (request, reply) =>
        sendRendered(request, reply, name, loader),
      );
}

/** Adds to what a page says of its subject; a page that says nothing yet is one about its title. */
function addJsonLd(head: Head, added: object, origin: string, inLanguage: LanguageCode): void {
  const about = { '@context': 'https://schema.org', '@type': 'WebPage', name: head.title, inLanguage };
  head.jsonLd = { ...(head.jsonLd ?? { ...about, url: origin + head.path }), ...added };
}

/** The page without content, which the worker keeps for when there is no network. */
const SHELL = '/index.html';
const MANIFEST = '/manifest.webmanifest';
/** The worker, and the one that removes it; see `web/extensions/offline`. */
const WORKER = '/worker.js';
const WORKER_OFF = '/worker-off.js';

/** The paths of a page in Fastify's notation, which takes a slash at the end for another page. */
function pathsOf(path: string): string[] {
  const both = path.endsWith('?') ? [path.replace(/\/:\w+\?$/, ''), path.slice(0, -1)] : [path];
  return both.flatMap((one) => (one === '/' ? one : [one, `${one}/`]));
}

/** Maximum number of pages kept. */
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

/** Tells whether an unknown URL looks like an API call or a file rather than a page. */
function wantsData(pathname: string, accept: string | undefined): boolean {
  if (API_SEGMENTS.has(pathname.split('/')[1]!) || /\.\w+$/.test(pathname)) return true;
  return accept?.includes('application/json') === true && !accept.includes('text/html');
}

const NO_SCRIPT = /<noscript>.*?<\/noscript>/s;

/** Puts what was rendered into the page, with its data, which saves the script a round trip. */
function fillTemplate(
  origin: string,
  brand: Brand,
  reading: PageLanguage & { template: string },
  { url, head, preload = '', scriptless }: LoadedPage,
  { html, styles, entries }: Awaited<ReturnType<RenderPage>>,
): string {
  const embedded = JSON.stringify(entries).replaceAll('<', '\\u003c');
  const page = withHead(reading.template, origin, brand, reading, head, url.split('?')[0]);
  return (
    (scriptless ? page.replace(NO_SCRIPT, '') : page)
      .replace('<!-- content -->', () => html)
      .replace('<!-- preload -->', () => preload)
      // After the main style sheet, which declares the order of the layers.
      .replace('</head>', () => `${styles && `<style>${styles}</style>`}</head>`)
      .replace('<!-- data -->', () => `<script id="data" type="application/json">${embedded}</script>`)
  );
}

/** The hashes by which the Content-Security-Policy allows the page's inline scripts. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `sha256-${createHash('sha256').update(script!).digest('base64')}`,
  );
}

/**
 * Finds the page of a URL with malformed percent-encoding: each percent sign stands for itself there.
 * @returns a path on this site with its query; undefined for calls and files.
 */
export function repairAddress(url: string, accept: string | undefined): string | undefined {
  if (!url.startsWith('/')) return undefined;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (wantsData(path, accept)) return undefined;
  // Browsers read two slashes, or backslashes, as the beginning of another site's URL.
  const own = path.replace(/^[/\\]+/, '/').replaceAll('%', '%25');
  return own + url.slice(path.length);
}
