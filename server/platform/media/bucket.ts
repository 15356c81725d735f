import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { Problem } from 'contract/errors.ts';
import { readUpTo } from '../http/connections/bounded-fetch.ts';
import type { BucketSettings } from './bucket-settings.ts';

/** The file store failed, and nothing was changed. */
export class StoreUnavailable extends Problem {
  /** The store refused this very request: repeating it will not help. */
  readonly permanent: boolean;

  constructor(cause: unknown, permanent = false) {
    super('unavailable', 'Files cannot be stored or read right now. Please try again in a moment.', {
      retry_after: 10,
    });
    this.cause = cause;
    this.permanent = permanent;
  }
}

/** Limits and pauses of retries; tests are quicker. */
interface RetryPolicy {
  attempts: number;
  /** Before the second attempt, ms; doubles before each further one. */
  pause: number;
  /** For the response to begin, and then for its body, ms; each MB of the body adds a second. */
  timeout: number;
}

const RETRY: RetryPolicy = { attempts: 4, pause: 300, timeout: 30_000 };

/** More than a page of a list with a thousand of the longest keys takes, bytes. */
const MAX_TEXT_BYTES = 4 * 1024 ** 2;
const MAX_ERROR_BYTES = 64 * 1024;

/** A signed URL stays the same for this long and is valid for twice as long, so that browsers can cache; ms. */
const SIGNED_FOR = 12 * 3_600_000;

interface BucketRequest {
  method?: 'GET' | 'PUT' | 'DELETE' | 'HEAD';
  headers?: Record<string, string>;
  body?: Blob | Uint8Array<ArrayBuffer>;
  /** SHA-256 of the body, hexadecimal. */
  hash?: string;
}

/** An S3 bucket over HTTP. */
export interface Bucket {
  /**
   * Sends a signed request for an object, or for the bucket itself (`?…`), and retries temporary failures.
   * @param read reads the response; a body that breaks off is requested again.
   * @returns undefined if there is no such object.
   * @throws StoreUnavailable
   */
  send: <T>(
    key: string,
    request: BucketRequest,
    read: (response: Response) => Promise<T>,
  ) => Promise<T | undefined>;
  /**
   * A URL for browsers, and for how long they may cache it.
   * @param disposition the Content-Disposition of its answer, which only a signed URL can ask for.
   */
  urlOf: (key: string, disposition?: string) => Promise<{ url: string; seconds: number }>;
  /** The origin of those URLs. */
  origin: string;
}

export function openBucket(
  settings: BucketSettings,
  { attempts, pause, timeout }: RetryPolicy = RETRY,
  now = Date.now,
): Bucket {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const root = `${settings.endpoint}/${settings.bucket}`;

  /** @throws StoreUnavailable if the store refuses; whatever `fetch` and `read` throw. */
  async function attempt<T>(
    key: string,
    { method = 'GET', headers, body, hash }: BucketRequest,
    read: (response: Response) => Promise<T>,
  ): Promise<T | undefined> {
    const signed = await client.sign(root + (key.startsWith('?') ? key : `/${key}`), {
      method,
      headers: { ...headers, ...(hash && { 'x-amz-content-sha256': hash }) },
    });
    const abort = new AbortController();
    const limited = <R>(bytes: number, work: Promise<R>) => {
      const timer = setTimeout(() => abort.abort(), timeout + Math.round(bytes / 1000));
      return work.finally(() => clearTimeout(timer));
    };
    const sent = body instanceof Blob ? body.size : (body?.length ?? 0);
    const response = await limited(
      sent,
      fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'error',
        signal: abort.signal,
        ...(body && { body }),
      }),
    );
    const size = Number(response.headers.get('content-length'));
    if (response.ok) return limited(size, read(response));
    const text = await limited(size, readUpTo(response, MAX_ERROR_BYTES));
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(String(text ?? '')) ?? [];
    const { status } = response;
    if (status === 404 && code !== 'NoSuchBucket') return undefined;
    const temporary = status >= 500 || status === 408 || status === 429 || code === 'RequestTimeout';
    throw new StoreUnavailable(new Error(`The bucket answers ${status} ${code} to ${method}.`), !temporary);
  }

  return {
    send: async (key, request, read) => {
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(key, request, read);
        } catch (error) {
          const failure = error instanceof StoreUnavailable ? error : new StoreUnavailable(error);
          if (failure.permanent || tried >= attempts) throw failure;
        }
        await sleep(pause * 2 ** (tried - 1));
      }
    },
    urlOf: async (key, disposition) => {
      if (settings.publicUrl !== undefined) return { url: `${settings.publicUrl}/${key}`, seconds: 86_400 };
      const from = Math.floor(now() / SIGNED_FOR) * SIGNED_FOR;
      const query = new URLSearchParams({ 'X-Amz-Expires': String((2 * SIGNED_FOR) / 1000) });
      if (disposition) query.set('response-content-disposition', disposition);
      const url = `${root}/${key}?${query}`;
      const datetime = new Date(from).toISOString().replace(/[:-]|\.\d{3}/g, '');
      const signed = await client.sign(url, { method: 'GET', aws: { signQuery: true, datetime } });
      // A plus sign means a space to some stores only.
      return {
        url: signed.url.replaceAll('+', '%20'),
        seconds: Math.ceil((from + SIGNED_FOR - now()) / 1000),
      };
    },
    origin: new URL(settings.publicUrl ?? settings.endpoint).origin,
  };
}

/** Reads an answer that is not a file. @throws Error if no store's answer is that long. */
export async function readText(response: Response): Promise<string> {
  const text = await readUpTo(response, MAX_TEXT_BYTES);
  if (!text) throw new Error(`The bucket answers with more than ${MAX_TEXT_BYTES} bytes of text.`);
  return text.toString();
}
