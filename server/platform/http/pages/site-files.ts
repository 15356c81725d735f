import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../compress.ts';
import { varyBy } from '../cors.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

export interface SiteFile {
  body: Buffer;
  /** The body, compressed by the build. */
  encoded: { br?: Buffer; gzip?: Buffer };
  type: string;
  etag: string;
  /** True if its name changes with its content. */
  immutable: boolean;
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  reply.headers({
    etag: file.etag,
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  varyBy(reply, 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'];
  const { br, gzip } = file.encoded;
  if (br && accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(br);
  if (gzip && accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(file.body);
}

/** Reads the files of the web build into memory, keyed by URL path. */
export async function readSite(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const bodies = new Map(await Promise.all(names.map(async (name) => [name, await readFile(name)] as const)));
  const files = new Map<string, SiteFile>();
  for (const [name, body] of bodies) {
    if (!types[path.extname(name)]) continue;
    const urlPath = `/${path.relative(folder, name).split(path.sep).join('/')}`;
    const br = bodies.get(`${name}.br`);
    const gzip = bodies.get(`${name}.gz`);
    files.set(urlPath, fileOf(urlPath, body, { ...(br && { br }), ...(gzip && { gzip }) }));
  }
  return files;
}

/** A file as it is sent. @param urlPath ends as one of `types` does. */
export const fileOf = (urlPath: string, body: Buffer, encoded: SiteFile['encoded'] = {}): SiteFile => ({
  body,
  encoded,
  type: types[path.extname(urlPath)]!,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  immutable: urlPath.startsWith('/assets/'),
});
