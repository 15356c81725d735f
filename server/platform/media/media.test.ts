import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRange } from 'contract/byte-range.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { type MediaEnding, mediaTypes, openMediaFolder } from './store.ts';

/** Spans several chunks and ends inside one; bytes. */
const LARGE = 5 * 1024 * 1024 + 12_345;
const NAME = '0123456789abcdef0123456789abcdef';

const small = randomBytes(1000);
const large = randomBytes(LARGE);

const s = serverOfFile();
let port: number;
let folder: string;
let smallAt: string;
let largeAt: string;
let emptyAt: string;

beforeAll(async () => {
  smallAt = await s.c.media.put(small, 'mp3');
  largeAt = await s.c.media.put(large, 'mp3');
  emptyAt = await s.c.media.put(new Uint8Array(), 'wav');
  folder = path.dirname(s.c.media.locate(path.basename(smallAt))!.file);
  await s.app.listen({ port: 0, host: '127.0.0.1' });
  port = (s.app.server.address() as AddressInfo).port;
});

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Sends one request over a real socket. */
function call(url: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', path: url, headers, method }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

/** Sends raw bytes that no HTTP client would send. @returns the response. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const tagOf = (mediaPath: string) => `"${path.basename(mediaPath).replace(/\..*$/, '')}"`;

describe('a whole file', () => {
  it('is sent with every header that players and caches need', async () => {
    const { status, headers, body } = await call(smallAt);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '1000',
      'content-type': 'audio/mpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: tagOf(smallAt),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(headers['content-range']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(body.equals(small)).toBe(true);
  });

  it('arrives byte for byte if it is larger than one chunk', async () => {
    const { status, headers, body } = await call(largeAt);
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(LARGE));
    expect(body.equals(large)).toBe(true);
  });

  it('arrives byte for byte at several players at once', async () => {
    const bodies = await Promise.all(Array.from({ length: 6 }, () => call(largeAt)));
    for (const { body } of bodies) expect(body.equals(large)).toBe(true);
  });

  it('may be empty', async () => {
    const { status, headers, body } = await call(emptyAt);
    expect(status).toBe(200);
    expect(headers['content-length']).toBe('0');
    expect(body).toHaveLength(0);
    expect((await call(emptyAt, { range: 'bytes=0-' })).status).toBe(416);
    expect((await call(emptyAt, { range: 'bytes=-5' })).headers['content-range']).toBe('bytes */0');
  });

  it.each(Object.entries(mediaTypes))('.%s is %s', async (ending, type) => {
    const mediaPath = await s.c.media.put(small, ending as MediaEnding);
    const { status, headers } = await call(mediaPath);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      type,
      'nosniff',
    ]);
  });

  it('leaves its connection open for the next request', async () => {
    const answers = await raw(
      `GET ${smallAt} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-1\r\n\r\n` +
        `GET ${largeAt} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const [first, second] = answers.split(/(?=HTTP\/1\.1 200)/);
    expect(first).toContain('206 Partial Content');
    expect(Buffer.from(second!.slice(second!.indexOf('\r\n\r\n') + 4), 'latin1').equals(large)).toBe(true);
  });
});

describe('a range', () => {
  const last = LARGE - 1;
  it.each([
    ['bytes=0-1', 0, 1, 'the first range Safari requests'],
    ['bytes=0-0', 0, 0, 'one byte'],
    ['bytes=0-', 0, last, 'open-ended from the start'],
    ['bytes=1000-', 1000, last, 'open-ended'],
    [`bytes=${last}-`, last, last, 'the last byte'],
    [`bytes=${last}-${last}`, last, last, 'the last byte as start and end'],
    ['bytes=-1', last, last, 'suffix'],
    ['bytes=-600000', LARGE - 600_000, last, 'suffix longer than a chunk'],
    [`bytes=-${LARGE + 5}`, 0, last, 'suffix longer than the file'],
    [`bytes=${LARGE - 10}-${LARGE + 999}`, LARGE - 10, last, 'end beyond the file'],
    ['bytes=5-99999999999999999999999999', 5, last, 'an end beyond any number'],
    ['bytes=524287-524288', 524_287, 524_288, 'across a chunk boundary'],
    ['bytes=0-524287', 0, 524_287, 'exactly one chunk'],
    ['bytes=0-524288', 0, 524_288, 'one byte more than a chunk'],
    ['bytes=262144-1310719', 262_144, 1_310_719, 'chunks in the middle'],
    ['BYTES=3-4', 3, 4, 'the unit in capitals'],
  ])('%s is bytes %i to %i (%s)', async (range, start, end) => {
    const { status, headers, body } = await call(largeAt, { range });
    expect(status).toBe(206);
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${LARGE}`,
      'content-length': String(end - start + 1),
      'content-type': 'audio/mpeg',
      etag: tagOf(largeAt),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(body.equals(large.subarray(start, end + 1))).toBe(true);
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=99999999999999999999999-', 'bytes=-0'])(
    '%s starts beyond a file of 1000 bytes: 416 with the length of the file',
    async (range) => {
      const { status, headers, body } = await call(smallAt, { range });
      expect(status).toBe(416);
      expect(headers['content-range']).toBe('bytes */1000');
      expect(headers['cache-control']).toBe('no-store');
      expect(JSON.parse(body.toString())).toEqual({
        message: 'The requested range is beyond the end of the file.',
        code: 'bad_range',
      });
    },
  );

  it.each([
    'bytes=0-1,5-6',
    'bytes=0-1, -5',
    'bytes=5-2',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes=1.5-2',
    'bytes=--5',
    'bytes 0-1',
    'kilobytes=0-1',
    'items=0-1',
    '0-1',
    'none',
    '',
  ])('%j is invalid, so the whole file is sent', async (range) => {
    const { status, headers, body } = await call(smallAt, { range });
    expect(status).toBe(200);
    expect(headers['content-range']).toBeUndefined();
    expect(body.equals(small)).toBe(true);
  });

  it('may have any number of digits', () => {
    expect(readRange(`bytes=${'9'.repeat(5000)}-`, 10)).toBe('unsatisfiable');
    expect(readRange(`bytes=0-${'9'.repeat(5000)}`, 10)).toEqual({ start: 0, end: 9 });
    expect(readRange(`bytes=-${'9'.repeat(5000)}`, 10)).toEqual({ start: 0, end: 9 });
  });
});

describe('conditions', () => {
  const range = 'bytes=0-9';
  it('If-Range sends the range only if the file is the same', async () => {
    const asked = async (ifRange: string) => (await call(smallAt, { range, 'if-range': ifRange })).status;
    expect(await asked(tagOf(smallAt))).toBe(206);
    expect(await asked('"another"')).toBe(200);
    expect(await asked(`W/${tagOf(smallAt)}`)).toBe(200);
    expect(await asked('Wed, 21 Oct 2026 07:28:00 GMT')).toBe(200);
    expect((await call(smallAt, { range: 'bytes=5000-', 'if-range': '"another"' })).status).toBe(200);
  });

  it.each([
    [tagOf, 304],
    [(at: string) => `W/${tagOf(at)}`, 304],
    [(at: string) => `"another", ${tagOf(at)}`, 304],
    [() => '*', 304],
    [() => '"another"', 200],
    [(at: string) => tagOf(at).replaceAll('"', ''), 200],
  ])('If-None-Match %#: %i', async (condition, expected) => {
    const { status, headers, body } = await call(smallAt, { 'if-none-match': condition(smallAt) });
    expect(status).toBe(expected);
    expect(headers.etag).toBe(tagOf(smallAt));
    expect(body).toHaveLength(expected === 304 ? 0 : 1000);
  });

  it('If-None-Match takes precedence over Range', async () => {
    expect((await call(smallAt, { range, 'if-none-match': tagOf(smallAt) })).status).toBe(304);
    expect((await call(smallAt, { range, 'if-none-match': '"another"' })).status).toBe(206);
  });

  it('equal content has the same mediaPath, different content another', async () => {
    expect(await s.c.media.put(small, 'mp3')).toBe(smallAt);
    expect(await s.c.media.put(Buffer.concat([small, small]), 'mp3')).not.toBe(smallAt);
  });

  it('each width of a picture has its own tag', async () => {
    const main = await s.c.media.putWidths(
      [
        { width: 96, data: small },
        { width: 640, data: large },
      ],
      640,
    );
    const little = main.replace('-640.', '-96.');
    expect((await call(little)).body.equals(small)).toBe(true);
    expect((await call(main)).body.equals(large)).toBe(true);
    expect((await call(main)).headers.etag).not.toBe((await call(little)).headers.etag);
  });
});

describe('HEAD', () => {
  it('sends the headers of the file without its body', async () => {
    const { status, headers, body } = await call(largeAt, {}, 'HEAD');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-length': String(LARGE), etag: tagOf(largeAt) });
    expect(body).toHaveLength(0);
  });

  it('ignores Range, which is defined for GET only (RFC 9110, 14.2)', async () => {
    for (const range of ['bytes=0-1', 'bytes=99999999-']) {
      const { status, headers } = await call(largeAt, { range }, 'HEAD');
      expect([status, headers['content-length'], headers['content-range']]).toEqual([
        200,
        String(LARGE),
        undefined,
      ]);
    }
  });

  it('honors If-None-Match, and is 404 where GET is', async () => {
    expect((await call(smallAt, { 'if-none-match': tagOf(smallAt) }, 'HEAD')).status).toBe(304);
    expect((await call(`/media/${NAME}.mp3`, {}, 'HEAD')).status).toBe(404);
  });
});

describe('names', () => {
  beforeAll(async () => {
    await writeFile(path.join(folder, '..', 'secret.mp3'), 'secret');
    await writeFile(path.join(folder, 'secret.mp3'), 'secret');
    await writeFile(path.join(folder, `${NAME}.part`), 'secret');
    await writeFile(path.join(folder, `${NAME}.html`), 'secret');
    await writeFile(path.join(folder, `x${NAME}.mp3`), 'secret');
    await symlink(path.join(folder, '..', 'secret.mp3'), path.join(folder, `${NAME.replace('0', 'f')}.mp3`));
    await mkdir(path.join(folder, `${NAME.replace('0', 'e')}.mp3`));
  });
  afterAll(() => rm(path.join(folder, '..', 'secret.mp3')));

  it.each([
    [`/media/${NAME}.mp3`, 'no such file'],
    ['/media/', 'no name'],
    ['/media', 'no folder'],
    ['/media/.', 'the folder itself'],
    ['/media/..', 'the folder above'],
    ['/media/../secret.mp3', 'plain dots'],
    ['/media/..%2fsecret.mp3', 'an encoded slash'],
    ['/media/..%2Fsecret.mp3', 'an encoded slash in capitals'],
    ['/media/..%5csecret.mp3', 'a backslash'],
    ['/media/%2e%2e/secret.mp3', 'encoded dots'],
    ['/media/%2e%2e%2fsecret.mp3', 'everything encoded'],
    ['/media/%252e%252e%252fsecret.mp3', 'encoded twice'],
    ['/media/....//secret.mp3', 'dots that a filter would join'],
    [`/media/${NAME}%2f..%2fsecret.mp3`, 'through a name'],
    ['/media//etc/passwd', 'an absolute path'],
    ['/media/%2fetc%2fpasswd', 'an encoded absolute path'],
    ['/media/file:%2f%2f%2fetc%2fpasswd', 'a file mediaPath'],
    ['/media/secret.mp3%00', 'NUL at the end'],
    [`/media/${NAME}.mp3%00.webp`, 'NUL in the middle'],
    [`/media/${NAME}.mp3%0a`, 'a line break'],
    [`/media/${NAME}.mp3.`, 'a trailing dot'],
    [`/media/${NAME}.mp3::$DATA`, 'a Windows stream'],
    [`/media/${NAME}.MP3`, 'capitals'],
    [`/media/${NAME.toUpperCase()}.mp3`, 'a hash in capitals'],
    ['/media/secret.mp3', 'a name that is no hash'],
    [`/media/x${NAME}.mp3`, 'a longer name'],
    [`/media/${NAME}.part`, 'a file that is being written'],
    [`/media/${NAME}.html`, 'an extension that is not served'],
    [`/media/${NAME}`, 'no extension'],
    ['/media/.mp3', 'no hash'],
    [`/media/${NAME}-12345.webp`, 'an unreasonable width'],
    [`/media/${NAME.replace('0', 'f')}.mp3`, 'a link that leads out of the folder'],
    [`/media/${NAME.replace('0', 'e')}.mp3`, 'a folder'],
    [`/media/${'a'.repeat(5000)}.mp3`, 'an endless name'],
    ['/media/%F0%9F%8E%B5.mp3', 'an emoji'],
  ])('%s is 404 (%s)', async (url) => {
    const { status, body, headers } = await call(url);
    expect(body.toString()).not.toContain('secret');
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'not_found' });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['/media/%', '/media/%ff%fe.mp3', '/media/%zz'])('%s is a 4xx', async (url) => {
    const { status, body } = await call(url);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(body.toString()).message).toMatch(/\.$/);
  });

  it.each([
    'GET /media/../../../../etc/passwd HTTP/1.1',
    'GET /media/..\\..\\etc\\passwd HTTP/1.1',
    `GET http://elsewhere${'/media/../secret.mp3'} HTTP/1.1`,
    'GET /media/\xff\xfe.mp3 HTTP/1.1',
    'GET /media/a\0b.mp3 HTTP/1.1',
  ])('%j over a raw socket is a 4xx', async (line) => {
    const answer = await raw(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/root:|secret/);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s changes nothing', async (method) => {
    const { status } = await call(smallAt, {}, method);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect((await call(smallAt)).status).toBe(200);
  });
});

describe('descriptors', () => {
  /** The system assigns the lowest free descriptor, so a leak raises the highest of the next forty. */
  const highestDescriptor = () => {
    const opened = Array.from({ length: 40 }, () => openSync(import.meta.filename, 'r'));
    for (const descriptor of opened) closeSync(descriptor);
    return Math.max(...opened);
  };
  const ABORTED = 30;
  const leaked = (before: number) => highestDescriptor() - before;

  const abort = (after: 'the headers' | 'a chunk' | 'the request') =>
    new Promise<void>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write(`GET ${largeAt} HTTP/1.1\r\nHost: x\r\n\r\n`);
        if (after === 'the request') setImmediate(() => socket.destroy());
      });
      if (after !== 'the request') {
        socket.on('data', () => socket.destroy());
        if (after === 'the headers') socket.once('data', () => socket.resetAndDestroy());
      }
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });

  it.each(['the request', 'the headers', 'a chunk'] as const)(
    'none stays open when a player disconnects after %s',
    async (after) => {
      await call(largeAt);
      const before = highestDescriptor();
      for (let i = 0; i < ABORTED; i++) await abort(after);
      await vi.waitFor(() => expect(leaked(before)).toBeLessThan(ABORTED / 2), { timeout: 20_000 });
      expect((await call(largeAt)).body.equals(large)).toBe(true);
    },
  );

  it('none stays open after ranges, HEAD, 304, 416 and 404', async () => {
    const before = highestDescriptor();
    for (let i = 0; i < ABORTED; i++) {
      await call(smallAt, { range: 'bytes=0-1' });
      await call(smallAt, {}, 'HEAD');
      await call(smallAt, { 'if-none-match': tagOf(smallAt) });
      await call(smallAt, { range: 'bytes=5000-' });
      await call(`/media/${NAME.replace('0', 'e')}.mp3`);
    }
    await vi.waitFor(() => expect(leaked(before)).toBeLessThan(ABORTED / 2), { timeout: 20_000 });
  });
});

describe('the folder', () => {
  it('loses only its abandoned work files at the start', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'ovation-folder-'));
    const store = await openMediaFolder(own);
    const kept = path.basename(await store.put(small, 'mp3'));
    await writeFile(path.join(own, 'old.part'), 'half');
    await utimes(path.join(own, 'old.part'), 1, 1);
    // Another server on the same folder may be writing this one.
    await writeFile(path.join(own, 'fresh.part'), 'half');
    await openMediaFolder(own);
    expect((await readdir(own)).sort()).toEqual([kept, 'fresh.part'].sort());
    await rm(own, { recursive: true });
  });
});
