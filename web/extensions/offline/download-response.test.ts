import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { serverOfFile } from '../../../server/testing/hooks.ts';
import { markedFile } from '../../lib/storage/downloaded-files.ts';
import { respondWithDownload } from './download-response.ts';

const body = randomBytes(100_003);
const s = serverOfFile();
let mediaPath: string;
let kept: Response;

beforeAll(async () => {
  mediaPath = await s.c.media.put(body, 'mp3');
  const { rawPayload, headers } = await s.app.inject({ url: mediaPath });
  kept = new Response(new Uint8Array(rawPayload), { headers: headers as Record<string, string> });
});

/** Responses of the worker and the server to the same request. */
async function both(headers: Record<string, string>) {
  const answer = await respondWithDownload({ headers: new Headers(headers) }, mediaPath, kept.clone());
  const { statusCode, rawPayload, headers: sent } = await s.app.inject({ url: mediaPath, headers });
  const names = ['content-range', 'content-length', 'content-type', 'accept-ranges', 'etag'] as const;
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    kept: { status: answer.status, bytes, headers: names.map((name) => answer.headers.get(name)) },
    server: {
      status: statusCode,
      bytes: rawPayload,
      headers: names.map((name) => sent[name]?.toString() ?? null),
    },
  };
}

it('answers ranges byte for byte as the server does', async () => {
  for (let round = 0; round < 50; round++) {
    const [from, to] = [Math.random(), Math.random()]
      .map((part) => Math.floor(part * body.length))
      .sort((a, b) => a - b);
    const { kept, server } = await both({ range: `bytes=${from}-${to}` });
    expect(kept).toEqual(server);
    expect(kept.status).toBe(206);
    expect(kept.bytes.equals(body.subarray(from, to! + 1))).toBe(true);
  }
});

it.each([
  ['the first two bytes, which Safari asks for', 'bytes=0-1', 206, 2],
  ['one byte', 'bytes=7-7', 206, 1],
  ['all from a byte on', 'bytes=100000-', 206, 3],
  ['the last bytes', 'bytes=-500', 206, 500],
  ['more than there is', 'bytes=100000-999999', 206, 3],
  ['several ranges, which are ignored', 'bytes=0-1,5-6', 200, 100_003],
  ['another unit', 'lines=1-2', 200, 100_003],
  ['no range', '', 200, 100_003],
])('answers %s as the server does', async (_, range, status, length) => {
  const { kept, server } = await both(range ? { range } : {});
  expect(kept).toEqual(server);
  expect([kept.status, kept.bytes.length]).toEqual([status, length]);
});

it('refuses what lies beyond the end', async () => {
  for (const range of ['bytes=100003-', 'bytes=-0']) {
    const { kept, server } = await both({ range });
    expect([kept.status, kept.headers[0]]).toEqual([416, 'bytes */100003']);
    expect([server.status, server.headers[0]]).toEqual([416, 'bytes */100003']);
    expect(kept.bytes.length).toBe(0);
  }
});

it('sends the whole file when a part would be one of another file', async () => {
  const etag = kept.headers.get('etag')!;
  const same = await both({ range: 'bytes=0-9', 'if-range': etag });
  expect(same.kept).toEqual(same.server);
  expect(same.kept.status).toBe(206);
  const other = await both({ range: 'bytes=0-9', 'if-range': '"another"' });
  expect(other.kept).toEqual(other.server);
  expect([other.kept.status, other.kept.bytes.length]).toEqual([200, body.length]);
});

it('sends players to the server for a file that is gone', async () => {
  const answer = await respondWithDownload(
    { headers: new Headers() },
    'https://ovation.example/media/a.mp3',
    undefined,
  );
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    'https://ovation.example/media/a.mp3',
  ]);
});

it('answers for marked files alone', () => {
  const file = 'https://ovation.example/media/a.mp3';
  expect(markedFile(new URL(`${file}?kept`))).toBe(file);
  for (const other of [file, `${file}?t=3`, `${file}?kept=1`, 'https://ovation.example/track?kept'])
    expect(markedFile(new URL(other))).toBeUndefined();
});
