import { createHash } from 'node:crypto';
import { endpoints } from 'contract/api.ts';
import { coverPreload } from 'contract/covers.ts';
import { Problem } from 'contract/errors.ts';
import { isPage } from 'contract/pages.ts';
import type { Explore } from 'contract/tracks.ts';
import type { FastifyInstance } from 'fastify';
import { originOf } from './bind.ts';
import { pagePolicy } from './headers.ts';
import { readSite, sendFile } from './site-files.ts';

/** Where the web build put its page, and the module that renders Explore to HTML. */
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
  /** What Explore shows, with addresses of this origin. */
  explore: (origin: string) => Promise<Explore>;
}

/**
 * Serves the built web page from memory, whatever a caller accepts: with 200 for the product's pages, with 404 for
 * other addresses, where the page then says so. Calls and missing files get errors in JSON.
 */
export async function siteRoutes(server: FastifyInstance, settings: SiteSettings): Promise<void> {
  const { folder, pictureModule } = settings.site;
  const files = await readSite(folder);
  const template = files.get('/index.html')?.body.toString();
  if (template === undefined)
    throw new Error(`The web page is not built: ${folder} has no index.html. Run: npm run build`);
  const picture = await firstPicture(pictureModule);
  const policy = pagePolicy(inlineScriptHashes(template), settings.payments, settings.mediaOrigin);

  server.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('not_found');
    const pathname = request.url.split('?')[0]!;
    const file = files.get(pathname);
    if (file && pathname !== '/index.html') return sendFile(request, reply, file);
    const known = isPage(pathname);
    if (!known && wantsData(pathname, request.headers.accept)) throw new Problem('not_found');
    reply
      .code(known ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy);
    const origin = settings.publicUrl ?? originOf(request);
    const page = withWholeAddresses(template, origin);
    const { q } = request.query as { q?: unknown };
    const searched = typeof q === 'string' && q.trim() !== '';
    if (pathname !== '/' || searched) return page;
    return withExplore(page, picture, await settings.explore(origin));
  });
  server.get('/', (_request, reply) => reply.callNotFound());
}

/** The first segments of every call's address. */
const CALLS = new Set([...endpoints.map(({ path }) => path.split('/')[1]!), 'openapi.json', 'media']);

/** Whether an unknown address was meant as a call or a file rather than a page. */
function wantsData(pathname: string, accept: string | undefined): boolean {
  if (CALLS.has(pathname.split('/')[1]!) || /\.\w+$/.test(pathname)) return true;
  return accept?.includes('application/json') === true && !accept.includes('text/html');
}

/** Renders Explore to HTML; `key` is the same for the same answer. */
type Picture = (answer: Explore, key: string) => string;

/** Keeps the last rendering: Explore is opened far more often than it changes. */
async function firstPicture(module: string): Promise<Picture> {
  const { firstPicture: draw }: { firstPicture: (answer: Explore) => string } = await import(module);
  let last = { key: '', html: '' };
  return (answer, key) => {
    if (last.key !== key) last = { key, html: draw(answer) };
    return last.html;
  };
}

/** Link previews need the whole address of a picture. */
function withWholeAddresses(template: string, origin: string): string {
  // The Host header is the caller's to choose.
  const safe = origin.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return template.replace('content="/social.png"', () => `content="${safe}/social.png"`);
}

/** Puts Explore's first answer and its covers into the page, which saves a round trip. */
function withExplore(page: string, picture: Picture, answer: Explore): string {
  const covers = answer.newReleases.map((track) => coverPreload(track.cover_image_url)).join('');
  const data = JSON.stringify(answer).replaceAll('<', '\\u003c');
  return page
    .replace('<!-- picture -->', () => picture(answer, data))
    .replace('<!-- preload -->', () => covers)
    .replace('<!-- data -->', () => `<script id="explore" type="application/json">${data}</script>`);
}

/** The hashes of the page's inline scripts, as its Content-Security-Policy allows them. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `sha256-${createHash('sha256').update(script!).digest('base64')}`,
  );
}
