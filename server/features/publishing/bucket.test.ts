import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBucket, StoreUnavailable } from '../../platform/media/bucket.ts';
import { openMediaBucket } from '../../platform/media/bucket-store.ts';
import { type S3StandIn, s3StandIn } from '../../platform/media/testing/s3.ts';
import { call } from '../../testing/calls.ts';
import { folderOfFile } from '../../testing/folders.ts';
import { processNext } from '../../testing/jobs.ts';
import { type Person, signUp, type TestServer, testServer } from '../../testing/server.ts';
import { form, wav } from '../../testing/sounds.ts';
import { sweepMedia } from './sweep.ts';

// Every file is processed by a worker, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let s3: S3StandIn;
let s: TestServer;
const work = folderOfFile();
let admin: Person;
beforeAll(async () => {
  s3 = await s3StandIn();
  const bucket = openBucket(s3.settings, { attempts: 2, pause: 1, timeout: 5000 });
  s = await testServer({ media: await openMediaBucket(bucket, work) });
  admin = await signUp(s, { tier: 'admin' });
});
afterAll(async () => {
  await s.close();
  await s3.close();
});

const host = { host: 'ovation.test' };
const send = (kind: 'audio' | 'cover', data: Buffer) => {
  const { body, headers } = form({ field: kind, name: 'a file', data });
  return call(s, `POST /api/upload/${kind}`, { token: admin.token, body, headers: { ...headers, ...host } });
};
const find = async (id: string) =>
  (await call(s, `GET /publishing/uploads/${id}`, { token: admin.token, headers: host })).body;
/** Follows the redirect as a browser does. */
const download = async (url: string, headers: Record<string, string> = {}) => {
  const { status, headers: answered } = await call(s, `GET ${new URL(url).pathname as `/${string}`}`, {
    headers,
  });
  expect(status).toBe(302);
  return fetch(String(answered.location), { headers });
};
const stored = (url: string) => s3.objects.has(path.basename(url));
const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#284' } })
    .png()
    .toBuffer();

describe('with a bucket', () => {
  it('stores an upload and its copies there, and redirects players to them with their Range', async () => {
    const { status, body } = await send('audio', wav(3));
    expect(status).toBe(200);
    expect(stored(body.url)).toBe(true);
    await processNext(s.c);
    const { state, facts } = await find(body.id);
    expect(state).toBe('ready');
    for (const url of [facts.stream_url, facts.preview_url, facts.waveform_json_url])
      expect(stored(url)).toBe(true);
    expect(await readdir(work)).toEqual([]);

    const whole = await download(facts.stream_url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await download(facts.stream_url, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);

    const waveform = await call(s, `GET ${new URL(facts.waveform_json_url).pathname as '/'}`);
    expect(waveform).toMatchObject({ status: 200, body: { version: 2 } });
    expect(waveform.headers['cache-control']).toContain('immutable');
    await vi.waitFor(async () => expect(await readdir(work)).toEqual([]));
  });

  it('stores every width of a cover there', async () => {
    const { body } = await send('cover', await picture());
    const shown = await download(body.url);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(stored(body.url.replace('-640', '-96'))).toBe(true);
  });

  it.each([
    '/media/nothing.mp3',
    '/media/..%2fx.mp3',
    `/media/${'0'.repeat(32)}.exe`,
    `/media/${'0'.repeat(32)}.json`,
  ])('%s is not found', async (url) => {
    expect((await call(s, `GET ${url as '/'}`)).status).toBe(404);
  });

  it('sweeps unused files, page by page', async () => {
    const old = Date.now() - 2 * 86_400_000;
    const { body } = await send('audio', wav(2, { hz: 300 }));
    for (let i = 0; i < 8; i++) await s.c.media.put(Buffer.from(`stray ${i}`), 'json');
    for (const one of s3.objects.values()) one.put_at = old;
    expect(await sweepMedia({ ...s.c, clock: Date.now })).toBeGreaterThanOrEqual(8);
    expect(stored(body.url)).toBe(true);
    expect([...s3.objects.values()].some(({ data }) => data.includes('stray'))).toBe(false);
    await call(s, `DELETE /publishing/uploads/${body.id}`, { token: admin.token });
  });

  it('keeps a song that is uploaded again while the sweep is running', async () => {
    const data = wav(2, { hz: 310 });
    const { body } = await send('audio', data);
    await call(s, `DELETE /publishing/uploads/${body.id}`, { token: admin.token });
    s3.objects.get(path.basename(body.url))!.put_at = Date.now() - 2 * 86_400_000;
    const { remove } = s.c.media;
    vi.spyOn(s.c.media, 'remove').mockImplementationOnce(async (...given) => {
      await send('audio', data);
      return remove(...given);
    });
    await sweepMedia({ ...s.c, clock: Date.now });
    vi.restoreAllMocks();
    expect(stored(body.url)).toBe(true);
    while (await processNext(s.c));
  });
});

describe('an object that the bucket always refuses', () => {
  afterEach(() => s3.forbidden.clear());

  it('does not keep other uploads waiting, and is given up after some attempts', async () => {
    const refused = (await send('audio', wav(2, { hz: 810 }))).body;
    s3.forbidden.add(path.basename(refused.url));
    const { body: other } = await send('audio', wav(2, { hz: 820 }));
    for (let i = 0; i < 4; i++) await processNext(s.c).catch(() => {});
    expect(await find(other.id)).toMatchObject({ state: 'ready' });
    for (let i = 0; i < 4; i++) {
      s.time.now += 300_000;
      await processNext(s.c).catch(() => {});
    }
    expect(await find(refused.id)).toMatchObject({ state: 'failed', failure: expect.stringMatching(/\w/) });
  });

  it('does not keep other files from being swept, and is reported', async () => {
    const addresses = [];
    for (const name of ['a', 'b', 'c']) addresses.push(await s.c.media.put(Buffer.from(name), 'json'));
    for (const one of s3.objects.values()) one.put_at = Date.now() - 2 * 86_400_000;
    s3.forbidden.add(path.basename(addresses.toSorted()[0]!));
    await expect(sweepMedia({ ...s.c, clock: Date.now })).rejects.toThrow();
    expect(addresses.filter(stored)).toHaveLength(1);
  });
});

describe('while the bucket is unavailable', () => {
  it('refuses an upload with a sentence, and takes it later', async () => {
    s3.away = true;
    const data = { audio: wav(2, { hz: 500 }), cover: await picture() };
    for (const kind of ['audio', 'cover'] as const) {
      const { status, body } = await send(kind, data[kind]);
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { code: 'unavailable', error: expect.stringMatching(/^[A-Z].*again.*\.$/) },
      });
    }
    expect(await readdir(work)).toEqual([]);
    s3.away = false;
    for (const kind of ['audio', 'cover'] as const) expect((await send(kind, data[kind])).status).toBe(200);
    while (await processNext(s.c));
  });

  it('keeps a job waiting, however long, and resumes it afterwards', async () => {
    const { body } = await send('audio', wav(2, { hz: 600 }));
    s3.away = true;
    for (let i = 0; i < 5; i++) {
      await expect(processNext(s.c)).rejects.toBeInstanceOf(StoreUnavailable);
      s.time.now += 5000;
    }
    expect(await find(body.id)).toMatchObject({ state: 'waiting', failure: null });
    s3.away = false;
    expect(await processNext(s.c)).toBe(true);
    expect((await find(body.id)).state).toBe('ready');
  });

  it('also when the copies cannot be stored, and reports the error', async () => {
    const { body } = await send('audio', wav(2, { hz: 700 }));
    const asked = vi.spyOn(s.c.media, 'moveIn').mockImplementationOnce(async () => {
      throw new StoreUnavailable(new Error('away'));
    });
    await expect(processNext(s.c)).rejects.toBeInstanceOf(StoreUnavailable);
    asked.mockRestore();
    expect(await find(body.id)).toMatchObject({ state: 'waiting' });
    s.time.now += 5000;
    expect(await processNext(s.c)).toBe(true);
    expect((await find(body.id)).state).toBe('ready');
    expect(await readdir(work)).toEqual([]);
  });
});
