import net, { type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';
import { type Person, signUp } from '../../testing/server.ts';

const MB = 1024 ** 2;
/** More than sockets buffer. */
const BODY = Buffer.alloc(12 * MB, 'x');

const s = serverOfFile();
let member: Person;
let port: number;
beforeAll(async () => {
  member = await signUp(s);
  await s.app.listen({ port: 0, host: '127.0.0.1' });
  port = (s.app.server.address() as AddressInfo).port;
});

/** Sends the whole body before it reads anything, as simple clients do. @returns the answer, and how it ended. */
function sendThenRead(address: string, headers: Record<string, string>, body: Buffer) {
  return new Promise<{ text: string; ended: string }>((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.pause();
    const head = [`POST ${address} HTTP/1.1`, 'host: x'];
    for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body, () => socket.resume());
    socket.on('data', (data) => {
      text += data;
      if (/\r\n\r\n\{.*\}/s.test(text)) socket.end();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve({ text, ended: String(error.code) }));
    socket.on('close', () => resolve({ text, ended: 'closed' }));
  });
}

describe('a client that sends a large body before it reads', () => {
  const length = { 'content-length': String(BODY.length) };
  const chunked = { 'transfer-encoding': 'chunked' };
  const inChunks = Buffer.concat([
    Buffer.from(`${BODY.length.toString(16)}\r\n`),
    BODY,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  const close = { connection: 'close' };
  it.each<[string, string, () => Record<string, string>, Buffer, string]>([
    ['an upload without a token', '/api/upload/audio', () => ({ ...multipart, ...length }), BODY, '401'],
    ['one in chunks', '/api/upload/audio', () => ({ ...multipart, ...chunked }), inChunks, '401'],
    [
      'one by a member',
      '/api/upload/cover',
      () => ({ ...multipart, ...length, authorization: `Bearer ${member.token}` }),
      BODY,
      '403',
    ],
    ['a picture without a token', '/auth/avatar', () => ({ ...length, ...close }), BODY, '401'],
    [
      'far too much JSON',
      '/auth/login',
      () => ({ 'content-type': 'application/json', ...length }),
      BODY,
      '413',
    ],
    ['something to an unknown address', '/nowhere', () => ({ ...length, ...close }), BODY, '404'],
  ])('reads the answer to %s', async (_what, address, headers, body, status) => {
    const { text, ended } = await sendThenRead(address, headers(), body);
    expect(text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)).message).toMatch(/\S/);
    expect(ended).toBe('closed');
  });

  it('is cut off when it never ends', async () => {
    const { text } = await sendThenRead(
      '/api/upload/audio',
      { ...multipart, 'content-length': '900000000' },
      BODY,
    );
    // Nothing came for two seconds.
    expect(text).toMatch(/^HTTP\/1\.1 401[\s\S]*connection: close/i);
  });
});
