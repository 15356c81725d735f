/** Timeout of a whole response of another server, ms. */
const TIMEOUT_MS = 5000;
/** The largest response that is read, bytes. */
const MAX_BYTES = 1024 ** 2;

/**
 * Like `fetch`, for a server that we have to wait for but not to trust: its response is read at once, within five
 * seconds and up to a megabyte, and redirects are not followed.
 * @throws Error also for a status of 500 and above.
 */
export async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, redirect: 'manual', signal });
  const { status, headers } = response;
  if (status >= 500) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).host} answered ${status}.`);
  }
  const body = await readUpTo(response, MAX_BYTES);
  if (!body) throw new Error(`${new URL(url).host} sent more than ${MAX_BYTES} bytes.`);
  return new Response(body.length > 0 ? body : null, { status, headers });
}

/**
 * Reads a response's body. What counts is the length after decompression: 50 MB of spaces arrive as 80 bytes.
 * @returns undefined if it is longer than `maxBytes`; the rest is then neither received nor decompressed.
 */
export async function readUpTo(
  { body }: Response,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
