import net, { type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';

const s = serverOfFile();
let port: number;
beforeAll(async () => {
  await s.app.listen({ port: 0, host: '127.0.0.1' });
  port = (s.app.server.address() as AddressInfo).port;
});

/** Sends bytes over a socket of its own. @returns everything the server sent until it closed the socket. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

const HOST = 'Host: ovation.example\r\nConnection: close\r\n';

describe('bytes that are not a valid request', () => {
  it.each([
    ['no HTTP at all', '\x16\x03\x01\x02\r\n\r\n', 400, 'bad_request'],
    [
      'two lengths',
      `POST /plays HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n${HOST}\r\n{}`,
      400,
      'bad_request',
    ],
    ['no Host', 'GET /track HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    [
      'a header of 60 kB',
      `GET / HTTP/1.1\r\nX-A: ${'b'.repeat(60_000)}\r\n${HOST}\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'an unknown expectation',
      `POST /plays HTTP/1.1\r\nExpect: tea\r\nContent-Length: 2\r\n${HOST}\r\n{}`,
      417,
      'bad_expectation',
    ],
    [
      'QUERY without a type',
      `QUERY /track HTTP/1.1\r\nContent-Length: 2\r\n${HOST}\r\n{}`,
      415,
      'wrong_type',
    ],
  ])('%s gets the usual error response', async (_name, bytes, status, code) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\.$/), code });
  });
});

describe('pipelined requests', () => {
  const request = `GET /track HTTP/1.1\r\nHost: ovation.example\r\n\r\n`;
  const last = `GET /track HTTP/1.1\r\n${HOST}\r\n`;
  const answers = (text: string) => text.match(/HTTP\/1\.1 200/g)?.length ?? 0;

  it('are answered in order if they are few', async () => {
    expect(answers(await send(request.repeat(5) + last))).toBe(6);
  });

  it('close the connection if they are many', async () => {
    expect(answers(await send(request.repeat(500) + last).catch(() => ''))).toBeLessThan(20);
  });
});
