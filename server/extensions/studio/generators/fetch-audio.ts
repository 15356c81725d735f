import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findSound } from 'music/analysis/sniff.ts';
import { GeneratorError } from '../generator.ts';
import { readLimited, send } from './send.ts';

/** Larger than ten minutes of uncompressed sound. */
const MAX_BYTES = 200_000_000;
const TIMEOUT_MS = 120_000;
const MAX_REDIRECTS = 3;

export interface AudioSource {
  /** The generator's name. */
  name: string;
  /** Hosts that may serve results, over https; one that begins with a dot stands for its subdomains. */
  hosts: readonly string[];
  /** The operator's own server: any address there is allowed, over http and in a private network too. */
  ownOrigin?: string | undefined;
  /** Sent to `ownOrigin` only. */
  headers?: Record<string, string>;
}

/**
 * Copies a generator's result into a new file, if it looks like audio. Whether it really is shows when it is decoded.
 * @throws GeneratorError `transient` if trying again may help, `failed` otherwise; then there is no file.
 */
export async function fetchAudio(
  source: AudioSource,
  audioUrl: string,
  file: string,
  signal?: AbortSignal,
  limits = { maxBytes: MAX_BYTES, timeout: TIMEOUT_MS },
): Promise<void> {
  try {
    const response = await follow(source, audioUrl, limits.timeout, signal);
    await saveAudio(source.name, readLimited(source.name, response, limits.maxBytes), file);
  } catch (error) {
    signal?.throwIfAborted();
    // A result can be fetched again, unlike an order.
    if (error instanceof GeneratorError && error.kind === 'lost')
      throw new GeneratorError('transient', error.message);
    throw error;
  }
}

/** Writes audio into a new file. @throws GeneratorError `failed` if it is something else; then there is no file. */
async function saveAudio(name: string, audio: AsyncIterable<Buffer>, file: string): Promise<void> {
  try {
    await pipeline(Readable.from(audio), createWriteStream(file, { flush: true, mode: 0o600 }));
    await requireAudio(name, file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function requireAudio(name: string, file: string): Promise<void> {
  if (await findSound(file)) return;
  const handle = await open(file);
  try {
    const head = Buffer.alloc(200);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    const text = head.toString('latin1', 0, bytesRead).trimStart();
    const what = /^<(!doctype|html)/i.test(text) ? 'a web page' : 'something that is not audio';
    throw new GeneratorError('failed', `${name} sent ${what} instead of a song.`);
  } finally {
    await handle.close();
  }
}

/** Follows redirects between allowed addresses. */
async function follow(source: AudioSource, audioUrl: string, timeout: number, signal?: AbortSignal) {
  const { name } = source;
  let url = allowed(source, audioUrl);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const own = url.origin === source.ownOrigin;
    const headers = own ? source.headers : undefined;
    const response = await send(name, url, {
      timeout,
      signal,
      publicOnly: !own,
      ...(headers && { headers }),
    });
    const { statusCode: status = 0, headers: received } = response;
    if (status === 200 && (received['content-encoding'] ?? 'identity') === 'identity') return response;
    response.destroy();
    if (status === 200) throw new GeneratorError('failed', `${name} sent the song compressed again.`);
    if (status === 404 || status === 410)
      throw new GeneratorError('failed', `${name} deleted the song before it was copied.`);
    if (status < 300 || status >= 400 || !received.location)
      throw new GeneratorError(
        status >= 500 || status === 429 || status === 408 ? 'transient' : 'failed',
        `${name} answered ${status} when asked for the song.`,
      );
    url = allowed(source, new URL(received.location, url).href);
  }
  throw new GeneratorError('failed', `${name} redirects in circles instead of sending the song.`);
}

/** @throws GeneratorError if results may not be fetched from there. */
function allowed({ name, hosts, ownOrigin }: AudioSource, address: string): URL {
  const url = URL.parse(address);
  if (url && ownOrigin !== undefined && url.origin === ownOrigin) return url;
  const host = url?.hostname ?? '';
  const listed = hosts.some((one) => (one.startsWith('.') ? host.endsWith(one) : host === one));
  if (url?.protocol === 'https:' && url.port === '' && listed && isIP(host) === 0) return url;
  throw new GeneratorError('failed', `${name} offers the song at an address that is not allowed.`);
}
