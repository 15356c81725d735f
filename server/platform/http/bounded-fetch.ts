/** How long another server may take for a whole response, ms. */
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
  if (response.status >= 500) throw new Error(`${new URL(url).host} answered ${response.status}.`);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error(`${new URL(url).host} sent more than ${MAX_BYTES} bytes.`);
    pieces.push(piece);
  }
  const { status, headers } = response;
  return new Response(pieces.length > 0 ? Buffer.concat(pieces) : null, { status, headers });
}
