import { readdir, readFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { AUDIO_MAX_BYTES } from 'contract/features/publishing-constants.ts';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOfTest } from '../../testing/folders.ts';
import { testServer } from '../../testing/server.ts';
import { form } from '../../testing/sounds.ts';
import { receiveFile } from './requests/receive-file.ts';
import { cutSlowBodies } from './requests/request-bodies.ts';

describe('an upload', () => {
  let folder: string;
  beforeEach(() => {
    folder = folderOfTest();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
  });

  const data = Buffer.alloc(100_000, 'sound');
  const sent = form({ field: 'audio', name: 'a.wav', data });
  const upload = { field: 'audio', maxBytes: AUDIO_MAX_BYTES };
  /** A request whose body the test sends piece by piece. */
  function begin() {
    const raw = Object.assign(new PassThrough(), { complete: false });
    const request = { raw, headers: sent.headers } as unknown as FastifyRequest;
    const received = receiveFile(request, upload, path.join(folder, 'file'), 0);
    received.catch(() => {});
    const pass = async (ms: number) => {
      // Let the sent data arrive before advancing the clock.
      for (let i = 0; i < 5; i++) await new Promise(setImmediate);
      vi.advanceTimersByTime(ms);
    };
    return { raw, received, pass };
  }

  it('may take hours while data keeps arriving', async () => {
    const { raw, received, pass } = begin();
    for (let at = 0; at < sent.body.length; at += 200) {
      raw.write(sent.body.subarray(at, at + 200));
      await pass(20_000);
    }
    raw.complete = true;
    raw.end();
    expect(await received).toMatchObject({ bytes: data.length });
    expect((await readFile(path.join(folder, 'file'))).equals(data)).toBe(true);
  });

  it.each([0, 10, 50_000])('that stalls after %i bytes is aborted and leaves no file', async (bytes) => {
    const { raw, received, pass } = begin();
    raw.write(sent.body.subarray(0, bytes));
    await pass(60_001);
    await expect(received).rejects.toMatchObject({
      code: 'bad_upload',
      message: expect.stringMatching(/\.$/),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('has enough time on a slow connection', async () => {
    const s = await testServer();
    const bytesPerSecond = 100_000 / 8;
    expect(s.app.server.requestTimeout).toBeGreaterThan((AUDIO_MAX_BYTES / bytesPerSecond) * 1000);
    await s.close();
  });
});

it('an injected call, which has no connection, may take longer', async () => {
  const server = Fastify();
  cutSlowBodies(server, 10);
  server.post('/', () => new Promise((resolve) => setTimeout(resolve, 50, 'ok')));
  expect((await server.inject({ method: 'POST', url: '/', payload: { a: 1 } })).body).toBe('ok');
  await server.close();
});

it('any other body that takes too long is refused', async () => {
  const server = Fastify();
  cutSlowBodies(server, 50);
  server.post('/', () => 'ok');
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const statusLine = (body: string) =>
    new Promise<string>((resolve) => {
      const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n';
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write(`${head}Content-Length: 2\r\n\r\n${body}`);
      });
      let answer = '';
      socket.on('data', (piece) => {
        answer += piece;
      });
      socket.on('close', () => resolve(answer.split('\r\n')[0]!));
    });
  expect(await statusLine('{')).toBe('HTTP/1.1 408 Request Timeout');
  expect(await statusLine('{}')).toBe('HTTP/1.1 200 OK');
  await server.close();
});
