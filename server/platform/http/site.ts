import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { coverPreload } from 'contract/covers.ts';
import { Problem } from 'contract/errors.ts';
import { isPage } from 'contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { exploreAnswer } from '../../features/tracks/routes.ts';
import { originOf } from './bind.ts';
import { accepts } from './compress.ts';
import { pagePolicy } from './headers.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

interface SiteFile {
  body: Buffer;
  /** The same, compressed by the build. */
  encoded: { br?: Buffer; gzip?: Buffer };
  type: string;
  etag: string;
  /** Its name changes with its content. */
  immutable: boolean;
}

/** Where the web build put its page, and the module that draws Explore's first picture. */
export interface BuiltSite {
  folder: string;
  pictureModule: string;
}

/**
 * Serves the built web page from memory, and the page itself for every other address a browser asks for:
 * 200 for the product's pages, 404 for the rest, where the page then says so.
 */
export async function siteRoutes(
  server: FastifyInstance,
  c: Context,
  { folder, pictureModule }: BuiltSite,
  publicUrl: string | undefined,
): Promise<void> {
  const files = await readSite(folder);
  const template = files.get('/index.html')?.body.toString();
  if (template === undefined)
    throw new Error(`The web page is not built: ${folder} has no index.html. Run: npm run build`);
  const picture = await firstPicture(pictureModule);
  const policy = pagePolicy(inlineScriptHashes(template), c.payments !== null, c.media.origin);

  server.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('not_found');
    const pathname = request.url.split('?')[0]!;
    const file = files.get(pathname);
    if (file && pathname !== '/index.html') return sendFile(request, reply, file);
    if (!request.headers.accept?.includes('text/html')) throw new Problem('not_found');
    reply
      .code(isPage(pathname) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy);
    if (pathname !== '/') return template;
    const { q } = request.query as { q?: unknown };
    const searched = typeof q === 'string' && q.trim() !== '';
    return searched
      ? template
      : withExplore(template, picture, await exploreAnswer(c, undefined, publicUrl ?? originOf(request)));
  });
  server.get('/', (_request, reply) => reply.callNotFound());
}

type ExploreAnswer = Awaited<ReturnType<typeof exploreAnswer>>;
/** Explore's answer as HTML; `key` is the same for the same answer. */
type Picture = (answer: ExploreAnswer, key: string) => string;

/**
 * What the web build draws Explore with, before its script runs in the browser. The last picture is kept:
 * Explore changes far less often than it is opened.
 */
async function firstPicture(module: string): Promise<Picture> {
  const { firstPicture: draw }: { firstPicture: (answer: ExploreAnswer) => string } = await import(module);
  let kept = { key: '', html: '' };
  return (answer, key) => {
    if (kept.key !== key) kept = { key, html: draw(answer) };
    return kept.html;
  };
}

/** Explore's first answer travels inside the page, its covers are announced: no second round trip. */
function withExplore(template: string, picture: Picture, answer: ExploreAnswer): string {
  const covers = answer.newReleases.map((track) => coverPreload(track.cover_image_url)).join('');
  const data = JSON.stringify(answer).replaceAll('<', '\\u003c');
  return template
    .replace('<!-- picture -->', () => picture(answer, data))
    .replace('<!-- preload -->', () => covers)
    .replace('<!-- data -->', () => `<script id="explore" type="application/json">${data}</script>`);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  reply.headers({
    etag: file.etag,
    vary: 'accept-encoding',
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'];
  const { br, gzip } = file.encoded;
  if (br && accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(br);
  if (gzip && accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(file.body);
}

async function readSite(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const bodies = new Map(await Promise.all(names.map(async (name) => [name, await readFile(name)] as const)));
  const files = new Map<string, SiteFile>();
  for (const [name, body] of bodies) {
    const type = types[path.extname(name)];
    if (!type) continue;
    const address = `/${path.relative(folder, name).split(path.sep).join('/')}`;
    const br = bodies.get(`${name}.br`);
    const gzip = bodies.get(`${name}.gz`);
    files.set(address, {
      body,
      encoded: { ...(br && { br }), ...(gzip && { gzip }) },
      type,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      immutable: address.startsWith('/assets/'),
    });
  }
  return files;
}

/** The hashes by which the page's own inline scripts may run, as Content-Security-Policy wants them. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `sha256-${createHash('sha256').update(script!).digest('base64')}`,
  );
}
