import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketSettings } from '../bucket-settings.ts';

/** A fake S3 store with one bucket in memory. It checks every signature. */
export interface S3StandIn {
  settings: BucketSettings;
  objects: Map<string, { data: Buffer; headers: Record<string, string>; put_at: number }>;
  /** Received requests, such as `GET name`. */
  calls: string[];
  /** Failures of the next requests: with a status, without a response, or with a truncated body. */
  next: (number | 'silence' | 'break')[];
  /** While true, every request is answered with 503. */
  away: boolean;
  /** Keys whose requests are refused with 403. */
  forbidden: Set<string>;
  close: () => Promise<void>;
}

/** Keys in one page of a list. */
const PAGE = 3;

export async function s3StandIn(): Promise<S3StandIn> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const s3: S3StandIn = {
    settings: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: 'the-bucket',
      region: 'eu-test-1',
      accessKeyId: 'AKIATEST',
      secretAccessKey: 'a/secret+of the tests'.replaceAll(' ', ''),
      publicUrl: undefined,
    },
    objects: new Map(),
    calls: [],
    next: [],
    away: false,
    forbidden: new Set(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, s3.settings.endpoint);
    const [, bucket, key = ''] = url.pathname.split('/');
    s3.calls.push(`${request.method} ${key}`);
    const failure = s3.away ? 503 : s3.next.shift();
    if (failure === 'silence') return;
    const refuse = (status: number, code: string) =>
      response.writeHead(status, { connection: 'close' }).end(`<Error><Code>${code}</Code></Error>`);
    if (typeof failure === 'number') return void refuse(failure, 'InternalError');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const wrong = wrongSignature(request, url, body, s3.settings);
    if (wrong) return void refuse(403, wrong);
    if (bucket !== s3.settings.bucket) return void refuse(404, 'NoSuchBucket');
    if (s3.forbidden.has(key)) return void refuse(403, 'AccessDenied');
    if (key === '') return void response.end(list(url, s3));
    if (request.method === 'PUT') {
      // Like S3, refuse a body of unknown length.
      if (request.headers['content-length'] === undefined) return void refuse(411, 'MissingContentLength');
      const { 'content-type': type = '', 'cache-control': cache = '' } = request.headers;
      const headers = { 'content-type': type, 'cache-control': cache };
      s3.objects.set(key, { data: body, headers, put_at: Date.now() });
      return void response.end();
    }
    const found = s3.objects.get(key);
    if (request.method === 'DELETE') {
      s3.objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (!found) return void refuse(404, 'NoSuchKey');
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const { data } = found;
    const part = from === '' ? data : data.subarray(Number(from), to === '' ? undefined : Number(to) + 1);
    response.writeHead(from === '' ? 200 : 206, {
      ...found.headers,
      'content-length': part.length,
      'accept-ranges': 'bytes',
      'last-modified': new Date(found.put_at).toUTCString(),
      ...(from !== '' && {
        'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${data.length}`,
      }),
    });
    if (failure !== 'break') return void response.end(part);
    response.write(part.subarray(0, part.length / 2), () => response.destroy());
  }

  return s3;
}

function list(url: URL, { objects }: S3StandIn): string {
  const after = url.searchParams.get('continuation-token')?.replace(/^after&/, '') ?? '';
  const keys = [...objects.keys()].sort().filter((key) => key > after);
  const page = keys.slice(0, PAGE);
  const truncated = keys.length > PAGE;
  const contents = page.map((key) => {
    const at = new Date(objects.get(key)!.put_at).toISOString();
    return `<Contents><Key>${key.replace('&', '&amp;')}</Key><LastModified>${at}</LastModified></Contents>`;
  });
  const next = truncated ? `<NextContinuationToken>after&amp;${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${truncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

/** Recomputes the request's signature (version 4). @returns S3's error code; undefined if it is valid. */
function wrongSignature(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  { region, accessKeyId, secretAccessKey }: BucketSettings,
): string | undefined {
  const { headers } = request;
  const query = url.searchParams;
  const inQuery = query.has('X-Amz-Signature');
  const parts = inQuery
    ? Object.fromEntries(
        ['Credential', 'SignedHeaders', 'Signature'].map((name) => [name, query.get(`X-Amz-${name}`) ?? '']),
      )
    : Object.fromEntries(
        [...(headers.authorization ?? '').matchAll(/(\w+)=([^,\s]+)/g)].map(([, name, value]) => [
          name!,
          value!,
        ]),
      );
  const timestamp = (inQuery ? query.get('X-Amz-Date') : String(headers['x-amz-date'])) ?? '';
  const day = timestamp.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  if (parts.Credential !== `${accessKeyId}/${scope}`) return 'InvalidAccessKeyId';
  const at = Date.parse(timestamp.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  const validFor = inQuery ? Number(query.get('X-Amz-Expires')) * 1000 : 900_000;
  if (!(Math.abs(Date.now() - at) <= validFor)) return 'RequestExpired';

  const names = parts.SignedHeaders!.split(';');
  if (!names.includes('host')) return 'SignatureDoesNotMatch';
  const hash = inQuery ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256']);
  const pairs = [...query].filter(([name]) => name !== 'X-Amz-Signature');
  const canonical = [
    request.method,
    url.pathname,
    pairs
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names.join(';'),
    hash,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secretAccessKey}`, day));
  if (hmac(key, text).toString('hex') !== parts.Signature) return 'SignatureDoesNotMatch';
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
