import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { Problem } from 'contract/errors.ts';
import type { BucketSettings } from './settings.ts';

/** The store for files could not do what it was asked; what was asked may be asked again. */
export class StoreAway extends Problem {
  constructor(cause: unknown) {
    super('unavailable', 'Files cannot be stored or read right now. Please try again in a moment.', {
      retry_after: 10,
    });
    this.cause = cause;
  }
}

/** How the store is asked; tests are less patient. */
export interface Patience {
  tries: number;
  /** Before the second try, ms; twice as long before each one after it. */
  pause: number;
  /** For an answer to begin, and then for all of it, ms; for what is sent or fetched, a second more for each MB. */
  wait: number;
}

const PATIENT: Patience = { tries: 4, pause: 300, wait: 30_000 };

/** A signed address is the same for so long, and holds for twice as long, so that browsers keep what they fetched; ms. */
const SIGNED_FOR = 12 * 3_600_000;

export interface Ask {
  method?: 'GET' | 'PUT' | 'DELETE' | 'HEAD';
  headers?: Record<string, string>;
  body?: Blob | Uint8Array<ArrayBuffer>;
  /** SHA-256 of the body, hexadecimal. */
  hash?: string;
}

/** A bucket: objects by their key, over HTTP, with signed calls. */
export interface Bucket {
  /**
   * Asks for an object, or for `?…` of the bucket itself, and takes in the answer; tries again what may pass.
   * @param read takes the answer in; a body that breaks off is asked for again.
   * @returns undefined when there is no such object.
   * @throws StoreAway
   */
  ask: <T>(key: string, ask: Ask, read: (answer: Response) => Promise<T>) => Promise<T | undefined>;
  /** An address for browsers. */
  addressOf: (key: string) => Promise<{ url: string; seconds: number }>;
  /** Of those addresses. */
  origin: string;
}

export function openBucket(settings: BucketSettings, patience: Patience = PATIENT, now = Date.now): Bucket {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const root = `${settings.endpoint}/${settings.bucket}`;
  const { tries, pause, wait } = patience;

  const once = async <T>(key: string, ask: Ask, read: (answer: Response) => Promise<T>) => {
    const { method = 'GET', headers, body, hash } = ask;
    const signed = await client.sign(root + (key.startsWith('?') ? key : `/${key}`), {
      method,
      headers: { ...headers, ...(hash && { 'x-amz-content-sha256': hash }) },
    });
    const limit = new AbortController();
    const within = <T>(bytes: number, work: Promise<T>) => {
      const timer = setTimeout(() => limit.abort(), wait + Math.round(bytes / 1000));
      return work.finally(() => clearTimeout(timer));
    };
    const sent = body instanceof Blob ? body.size : (body?.length ?? 0);
    const answer = await within(
      sent,
      fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'error',
        signal: limit.signal,
        ...(body && { body }),
      }),
    );
    const size = Number(answer.headers.get('content-length'));
    if (answer.ok) return { value: await within(size, read(answer)) };
    const told = (await within(size, answer.text())).slice(0, 4000);
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(told) ?? [];
    if (answer.status === 404 && code !== 'NoSuchBucket') return { value: undefined };
    const passing = answer.status >= 500 || [408, 429].includes(answer.status) || code === 'RequestTimeout';
    return { refusal: new Error(`The bucket answers ${answer.status} ${code} to ${method}.`), passing };
  };

  return {
    ask: async (key, ask, read) => {
      for (let tried = 1; ; tried++) {
        const told = await once(key, ask, read).catch((refusal: unknown) => ({ refusal, passing: true }));
        if ('value' in told) return told.value;
        if (!told.passing || tried >= tries) throw new StoreAway(told.refusal);
        await sleep(pause * 2 ** (tried - 1));
      }
    },
    addressOf: async (key) => {
      if (settings.publicUrl !== undefined) return { url: `${settings.publicUrl}/${key}`, seconds: 86_400 };
      const from = Math.floor(now() / SIGNED_FOR) * SIGNED_FOR;
      const url = `${root}/${key}?X-Amz-Expires=${(2 * SIGNED_FOR) / 1000}`;
      const datetime = new Date(from).toISOString().replace(/[:-]|\.\d{3}/g, '');
      const signed = await client.sign(url, { method: 'GET', aws: { signQuery: true, datetime } });
      return { url: signed.url, seconds: Math.ceil((from + SIGNED_FOR - now()) / 1000) };
    },
    origin: new URL(settings.publicUrl ?? settings.endpoint).origin,
  };
}
