import { AnswerProblem, sentenceFor } from 'contract/answers.ts';
import { say } from '../../lib/i18n.ts';

/** @param onProgress is told how many bytes have come, and of how many; 0 if that is not known. */
export type FetchFile = (
  url: string,
  signal: AbortSignal,
  onProgress?: (received: number, total: number) => void,
) => Promise<Response>;

/**
 * Fetches whole files. What has come of the last one stays when it is interrupted: the next attempt fetches the rest.
 * The promise rejects with an AnswerProblem for what the server refuses, and with a TypeError without an answer.
 */
export function fileFetcher(fetch: typeof globalThis.fetch): FetchFile {
  let begun = { url: '', etag: null as string | null, parts: [] as BlobPart[], bytes: 0 };
  return async (url, signal, onProgress) => {
    if (begun.url !== url) begun = { url, etag: null, parts: [], bytes: 0 };
    const headers: HeadersInit = begun.bytes > 0 ? { range: `bytes=${begun.bytes}-` } : {};
    // Not from the browser's cache: it would keep the file twice, and an answer without CORS cannot be read.
    const response = await fetch(url, { cache: 'no-store', signal, headers });
    const etag = response.headers.get('etag');
    if (response.status !== 206 || etag !== begun.etag) Object.assign(begun, { etag, parts: [], bytes: 0 });
    if (!response.ok) throw new AnswerProblem(response.status, say(sentenceFor(response.status)));
    const isEncoded = response.headers.has('content-encoding');
    const length = isEncoded ? 0 : Number(response.headers.get('content-length'));
    const total = length > 0 ? begun.bytes + length : 0;
    const reader = response.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      begun.parts.push(part.value);
      begun.bytes += part.value.byteLength;
      onProgress?.(begun.bytes, total);
    }
    if (total > 0 && begun.bytes !== total) throw new TypeError('The file was cut off.');
    const stored = new Headers(response.headers);
    for (const name of ['content-encoding', 'content-length', 'content-range']) stored.delete(name);
    const file = new Response(new Blob(begun.parts), { headers: stored });
    begun = { url: '', etag: null, parts: [], bytes: 0 };
    return file;
  };
}
