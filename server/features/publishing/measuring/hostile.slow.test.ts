import { once } from 'node:events';
import net from 'node:net';
import { AUDIO_MAX_BYTES } from 'contract/features/publishing-constants.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { peakMemory, type RealServer, realServer } from '../../../testing/real-server.ts';
import { wav } from '../../../testing/sounds.ts';
import { SCRIPT } from '../testing/containers.ts';
import { type Hostile, hostileAudio } from '../testing/hostile-audio.ts';
import { hostileCovers } from '../testing/hostile-covers.ts';

/** Limit for the server's own process, MB. */
const MAX_MEMORY = 300;

// Every file is processed by a worker, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let s: RealServer;
let pid: number;
beforeAll(async () => {
  s = await realServer();
  pid = s.pid();
});
afterAll(() => s.close());

const withFate = (from: Hostile[], fate: Hostile['fate']) =>
  from.filter((one) => one.fate === fate).map((one) => [one.what, one] as const);

/** Downloads a file, whose headers must keep browsers from treating it as anything else. */
async function download(url: string, type: string): Promise<Buffer> {
  const answer = await fetch(s.origin() + new URL(url).pathname);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  return Buffer.from(await answer.arrayBuffer());
}

describe('audio that is', () => {
  it.each(withFate(hostileAudio, 'at once'))('%s is refused immediately', async (_what, { file, name }) => {
    const before = s.files();
    const answer = await s.send('audio', await file(), name);
    const body = (await answer.json()) as { message: string };
    expect(answer.status).toBe(400);
    expect(body).toMatchObject({ code: 'bad_audio', error: body.message });
    expect(body.message).toMatch(/^[A-Z].*\.$/);
    expect(s.files()).toEqual(before);
  });

  it.each(withFate(hostileAudio, 'later'))('%s fails with a sentence', async (_what, { file }) => {
    const before = s.files();
    const answer = await s.send('audio', await file());
    const { id } = (await answer.json()) as { id: string };
    expect(answer.status).toBe(200);
    const { state, facts, failure } = await s.settled(id);
    expect({ state, facts }).toEqual({ state: 'failed', facts: null });
    expect(failure).toMatch(/^[A-Z].*\.$/);
    await vi.waitFor(() => expect(s.files()).toEqual(before), { timeout: 10_000 });
  });

  it.each(withFate(hostileAudio, 'harmless'))('%s only plays', async (_what, { file, name, seconds }) => {
    const answer = await s.send('audio', await file(), name);
    const { id } = (await answer.json()) as { id: string };
    expect(answer.status).toBe(200);
    const { facts, failure } = await s.settled(id);
    expect(failure).toBeNull();
    expect(Math.abs(facts!.duration_seconds - seconds!)).toBeLessThan(0.5);
    for (const [url, type] of [
      [facts!.stream_url, facts!.codec === 'aac' ? 'audio/mp4' : 'audio/mpeg'],
      [facts!.preview_url, 'audio/mpeg'],
      [facts!.waveform_json_url, 'application/json; charset=utf-8'],
    ] as const) {
      const bytes = await download(url, type);
      expect(bytes.includes('script')).toBe(false);
      expect(bytes.length).toBeLessThan(1_000_000);
    }
    expect(s.files().filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a cover that is', () => {
  it.each(withFate(hostileCovers, 'at once'))('%s is refused', async (_what, { file, name }) => {
    const before = s.files();
    const answer = await s.send('cover', await file(), name);
    const body = (await answer.json()) as { message: string };
    expect(answer.status).toBe(400);
    expect(body).toMatchObject({
      code: expect.stringMatching(/^(bad_cover|too_many_pixels)$/),
      error: body.message,
    });
    expect(s.files()).toEqual(before);
  });

  it.each(withFate(hostileCovers, 'harmless'))('%s is only shown', async (_what, { file, name }) => {
    const answer = await s.send('cover', await file(), name);
    const { url } = (await answer.json()) as { url: string };
    expect(answer.status).toBe(200);
    const bytes = await download(url, 'image/webp');
    expect(bytes.includes('script')).toBe(false);
    const { format, pages, exif, comments } = await sharp(bytes).metadata();
    expect({ format, pages, exif, comments }).toEqual({ format: 'webp' });
  });
});

describe('names', () => {
  it.each([
    '../../../../../etc/cron.d/evil.wav',
    '..\\..\\windows\\evil.wav',
    '/etc/passwd',
    'song.wav\0.html',
    'a%00b%2f..%2fc.wav',
    `${SCRIPT}.wav`,
    'CON',
    '.',
    `${'x'.repeat(5000)}.wav`,
    '\u202Egnp.wav',
  ])('%# goes nowhere', async (name) => {
    const before = s.files();
    const answer = await s.send('audio', wav(1), name);
    const body = (await answer.json()) as { id?: string; file_name?: string; error?: string };
    if (answer.status === 200) {
      expect(body.file_name ?? '').not.toMatch(/[\\/\p{Cc}\u202E]/u);
      await s.settled(body.id!);
    } else expect(answer.status).toBe(400);
    const fresh = s.files().filter((file) => !before.includes(file));
    for (const file of fresh) expect(file).toMatch(/^[0-9a-f]{32}\.(wav|mp3|json)$/);
  });
});

describe('a sender that', () => {
  const BOUNDARY = 'between';
  const head = (length: string, authorization: string | undefined) =>
    [
      'POST /api/upload/audio HTTP/1.1',
      'Host: x',
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      ...(authorization ? [`Authorization: ${authorization}`] : []),
      length,
      '\r\n',
    ].join('\r\n');
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`;
  const connect = async () => {
    const socket = net.connect(Number(new URL(s.origin()).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.on('error', () => {});
    await once(socket, 'connect');
    return { socket, answer: () => answer };
  };

  it.each([
    ['has no account', () => undefined, 401],
    ['is no admin', () => s.listener.authorization, 403],
    ['has a session that is over', () => `Bearer ${'x'.repeat(43)}`, 401],
  ])('%s is answered before the body is sent', async (_who, token, status) => {
    const before = s.files();
    const { socket, answer } = await connect();
    socket.write(head(`Content-Length: ${AUDIO_MAX_BYTES}`, token()));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer().split('\r\n\r\n')[1]!);
    expect(body.error).toBe(body.message);
    expect(s.files()).toEqual(before);
  });

  it.each(['destroy', 'resetAndDestroy', 'end'] as const)(
    'goes away half-way (%s) leaves nothing',
    async (how) => {
      const before = s.files();
      const { socket } = await connect();
      socket.write(head('Content-Length: 50000000', s.admin.authorization) + part);
      socket.write(wav(30));
      await vi.waitFor(() => expect(s.files().some((name) => name.endsWith('.part'))).toBe(true), {
        timeout: 10_000,
      });
      socket[how]();
      await vi.waitFor(() => expect(s.files()).toEqual(before), { timeout: 10_000 });
    },
  );

  it('never ends is cut off at 200 MB', async () => {
    const before = s.files();
    const { socket, answer } = await connect();
    socket.write(
      `${head('Transfer-Encoding: chunked', s.admin.authorization)}${part.length.toString(16)}\r\n${part}\r\n`,
    );
    const sound = wav(6);
    const piece = Buffer.concat([
      Buffer.from(`${sound.length.toString(16)}\r\n`),
      sound,
      Buffer.from('\r\n'),
    ]);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    let sent = 0;
    while (!socket.destroyed && sent < 2 * AUDIO_MAX_BYTES) {
      sent += sound.length;
      if (!socket.write(piece))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    await closed;
    expect(sent).toBeLessThan(AUDIO_MAX_BYTES * 1.5);
    // The sender may miss the response.
    if (answer() !== '') expect(answer()).toMatch(/^HTTP\/1.1 413 /);
    expect(s.files()).toEqual(before);
  });
});

it('the server never restarted and stayed below 300 MB', async () => {
  expect(s.pid()).toBe(pid);
  expect((await fetch(`${s.origin()}/track`)).status).toBe(200);
  const peak = peakMemory(pid);
  if (peak !== undefined) expect(peak).toBeLessThan(MAX_MEMORY);
  else expect(process.platform).not.toBe('linux');
});
