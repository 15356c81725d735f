import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOfTest } from '../../testing/folders.ts';
import { openBucket, StoreUnavailable } from './bucket.ts';
import { openMediaBucket } from './bucket-store.ts';
import type { MediaStore } from './store.ts';
import { type S3StandIn, s3StandIn } from './testing/s3.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let s3: S3StandIn;
let folder: string;
let store: MediaStore;
/** Every call must fit into this timeout on a busy machine. */
const RETRY = { attempts: 3, pause: 1, timeout: 5000 };
const open = (settings: Partial<S3StandIn['settings']> = {}, now?: () => number) =>
  openMediaBucket(openBucket({ ...s3.settings, ...settings }, RETRY, now), folder);
/** Gives up a silent bucket soon, and on a busy machine tries again. */
const impatient = (attempts: number) =>
  openMediaBucket(openBucket(s3.settings, { attempts, pause: 1, timeout: 1000 }), folder);

beforeEach(async () => {
  s3 = await s3StandIn();
  folder = folderOfTest();
  store = await open();
});
afterEach(async () => {
  await s3.close();
});

const text = Buffer.from('sound and nothing else');
const NAME = 'c'.repeat(32);

async function all(): Promise<string[]> {
  const found: string[] = [];
  for await (const { mediaPath } of store.list()) found.push(mediaPath);
  return found;
}

async function workFile(): Promise<string> {
  const file = store.workFile();
  await writeFile(file, text);
  return file;
}

/** A store that answers every request with spaces, compressed; without an end unless there is a number of them. */
async function storeOfSpaces(status: number, spaces = Number.POSITIVE_INFINITY) {
  const piece = Buffer.alloc(64 * 1024, ' ');
  const source = function* () {
    for (let sent = 0; sent < spaces; sent += piece.length) yield piece;
  };
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-encoding': 'gzip' });
    // The client hangs up in the middle.
    pipeline(Readable.from(source()), createGzip(), response).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    store: await openMediaBucket(openBucket({ ...s3.settings, endpoint }, { ...RETRY, attempts: 1 }), folder),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a bucket', () => {
  it('stores files at the same paths as a folder, with their type', async () => {
    const put = await store.put(text, 'mp3');
    expect(await store.moveIn(await workFile(), 'mp3')).toBe(put);
    expect(await readdir(folder)).toEqual([]);
    expect([...s3.objects]).toMatchObject([
      [
        path.basename(put),
        {
          data: text,
          headers: { 'content-type': 'audio/mpeg', 'cache-control': 'public, max-age=31536000, immutable' },
        },
      ],
    ]);
    const copy = await store.localCopy(put);
    expect(readFileSync(copy!.file).equals(text)).toBe(true);
    await copy!.release();
    expect(await readdir(folder)).toEqual([]);
    await store.remove(put);
    await store.remove(put);
    expect(s3.objects.size).toBe(0);
    expect(await store.localCopy(put)).toBeUndefined();
  });

  it('that answers with 50 MB of compressed spaces costs no more than what is read of them', async () => {
    const spaces = await storeOfSpaces(200, 50_000_000);
    await expect(spaces.store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      cause: { message: 'The bucket answers with more than 4194304 bytes of text.' },
    });
    spaces.close();
  });

  it('that explains an error without end is left when enough was read', async () => {
    const spaces = await storeOfSpaces(400);
    await expect(spaces.store.check()).rejects.toMatchObject({
      cause: { message: 'The bucket answers 400  to GET.' },
    });
    spaces.close();
  });

  it('stores empty files and every width of a picture', async () => {
    const empty = await store.put(new Uint8Array(), 'wav');
    const copy = await store.localCopy(empty);
    expect((await readFile(copy!.file)).length).toBe(0);
    const main = await store.putWidths(
      [96, 640].map((width) => ({ width, data: Buffer.from(`${width}`) })),
      640,
    );
    expect(await all()).toEqual([empty, main, main.replace('-640', '-96')].sort());
  });

  it('lists all pages, and neither lists nor deletes foreign objects', async () => {
    const put = await Promise.all(
      Array.from({ length: 10 }, (_, i) => store.put(Buffer.from(`${i}`), 'mp3')),
    );
    s3.objects.set('readme.txt', { data: text, headers: {}, put_at: 0 });
    s3.objects.set('a&b', { data: text, headers: {}, put_at: 0 });
    expect(await all()).toEqual([...put].sort());
    await store.remove('/media/readme.txt');
    await store.remove('/media/../readme.txt');
    expect(s3.objects.has('readme.txt')).toBe(true);
  });
});

describe('a signed URL', () => {
  it('can be read by anyone, with ranges, unless it is changed', async () => {
    const put = await store.put(text, 'mp3');
    const { url, seconds } = (await store.redirectUrl!(path.basename(put)))!;
    expect(seconds).toBeGreaterThan(0);
    expect(url).not.toContain(s3.settings.secretAccessKey);
    expect(await (await fetch(url)).text()).toBe(text.toString());
    const part = await fetch(url, { headers: { range: 'bytes=6-8' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 6-8/${text.length}`,
      'and',
    ]);
    const other = await store.put(Buffer.from('another'), 'mp3');
    for (const changed of [
      url.replace(path.basename(put), path.basename(other)),
      url.replace('X-Amz-Expires=86400', 'X-Amz-Expires=604800'),
      url.split('?')[0]!,
    ])
      expect((await fetch(changed)).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  });

  it('stays the same for hours, and its signature outlives every cached copy', async () => {
    const HOUR = 3_600_000;
    const urls = new Set<string>();
    for (let hour = 0; hour < 24; hour++) {
      const now = Date.UTC(2026, 5, 1, hour, 30);
      const { url, seconds } = (await (await open({}, () => now)).redirectUrl!(`${NAME}.mp3`))!;
      urls.add(url);
      const [, date] = /X-Amz-Date=2026060(\d)T/.exec(url)!;
      const from = Date.UTC(2026, 5, Number(date), Number(/T(\d\d)0000Z/.exec(url)![1]));
      expect(now + seconds * 1000).toBeLessThanOrEqual(from + 24 * HOUR - 12 * HOUR);
    }
    expect(urls.size).toBe(2);
  });

  it('is not signed if the bucket is public; this server sends what scripts read', async () => {
    const store = await open({ publicUrl: 'https://media.example/ovation' });
    expect(await store.redirectUrl!(`${NAME}.mp3`)).toMatchObject({
      url: `https://media.example/ovation/${NAME}.mp3`,
    });
    expect(store.origin).toBe('https://media.example');
    expect(await store.redirectUrl!(`${NAME}.json`)).toBeUndefined();
  });
});

describe('a store that fails', () => {
  const failures = [[500], [503, 500], [429], ['silence']] as S3StandIn['next'][];

  it.each(failures.map((next) => [next]))('is retried after %j', async (next) => {
    if (next[0] === 'silence') store = await impatient(30);
    s3.next = [...next];
    const put = await store.moveIn(await workFile(), 'mp3');
    expect(s3.objects.get(path.basename(put))!.data.equals(text)).toBe(true);
    s3.next = [...next];
    const copy = await store.localCopy(put);
    expect((await readFile(copy!.file)).equals(text)).toBe(true);
    s3.next = [...next];
    expect(await all()).toEqual([put]);
  });

  it('is retried after a truncated body, until the file is complete', async () => {
    const put = await store.put(text, 'mp3');
    s3.next = ['break', 'break'];
    const copy = await store.localCopy(put);
    expect((await readFile(copy!.file)).equals(text)).toBe(true);
  });

  it.each([[[500, 500, 500]], [['silence', 'silence', 'silence']]] as [S3StandIn['next']][])(
    'is reported in a sentence after %j, and nothing is lost',
    async (next) => {
      const file = await workFile();
      s3.next = [...next];
      const refusing = next[0] === 'silence' ? await impatient(3) : store;
      const refusal = await refusing.moveIn(file, 'mp3').catch((error) => error);
      expect(refusal).toBeInstanceOf(StoreUnavailable);
      expect(refusal).toMatchObject({ status: 503, message: expect.stringMatching(/^[A-Z].*\.$/) });
      expect((await readFile(file)).equals(text)).toBe(true);
      expect(s3.calls.length).toBe(3);
      expect(await store.moveIn(file, 'mp3')).toMatch(/^\/media\//);
    },
  );

  it('leaves no partial file behind', async () => {
    const put = await store.put(text, 'mp3');
    s3.next = ['break', 'break', 'break'];
    await expect(store.localCopy(put)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    { secretAccessKey: 'another' },
    { accessKeyId: 'another' },
    { region: 'another' },
    { bucket: 'another' },
  ])('%j is not retried, and the secret is not revealed', async (settings) => {
    const other = await open(settings);
    const refusal = await other.put(text, 'mp3').catch((error) => error);
    expect(refusal).toBeInstanceOf(StoreUnavailable);
    expect(String(refusal.cause)).toMatch(/answers 40[34] \w+ to PUT/);
    expect(s3.calls.length).toBe(1);
  });
});
