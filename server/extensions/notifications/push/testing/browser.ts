import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushSubscription } from 'contract/extensions/news/push.ts';

const { subtle } = webcrypto;
const bytes = (text: string) => new TextEncoder().encode(text);
const concat = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** A browser's side of RFC 8291 and 8188, by Web Crypto: it shares nothing with the server's. */
export async function newBrowser(endpoint: string) {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const own = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const auth = webcrypto.getRandomValues(new Uint8Array(16));
  const subscription: PushSubscription = {
    endpoint,
    keys: { p256dh: Buffer.from(own).toString('base64url'), auth: Buffer.from(auth).toString('base64url') },
  };
  return { subscription, decrypt: (body: Uint8Array) => decrypt(body, pair.privateKey, own, auth) };
}

/** @throws unless the body is one record of `aes128gcm` for these keys. */
async function decrypt(
  body: Uint8Array,
  privateKey: webcrypto.CryptoKey,
  own: Uint8Array,
  auth: Uint8Array,
): Promise<string> {
  const salt = body.slice(0, 16);
  const keyLength = body[20]!;
  const theirs = body.slice(21, 21 + keyLength);
  const record = body.slice(21 + keyLength);
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const sender = await subtle.importKey('raw', theirs, curve, false, []);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: sender }, privateKey, 256);
  const derive = async (from: ArrayBuffer, withSalt: Uint8Array, info: Uint8Array, length: number) =>
    subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(withSalt), info: new Uint8Array(info) },
      await subtle.importKey('raw', from, 'HKDF', false, ['deriveBits']),
      length * 8,
    );
  const secret = await derive(shared, auth, concat(bytes('WebPush: info\0'), own, theirs), 32);
  const key = await derive(secret, salt, bytes('Content-Encoding: aes128gcm\0'), 16);
  const iv = await derive(secret, salt, bytes('Content-Encoding: nonce\0'), 12);
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, aes, record));
  const end = plain.lastIndexOf(2);
  if (end === -1 || plain.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('not the last record');
  return plain.subarray(0, end).toString();
}

/** A push service that keeps what it gets by path, and answers 201 unless told otherwise. */
export async function pushService() {
  const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Uint8Array }[] = [];
  const answers = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url!;
    received.push({ path, headers: request.headers, body: new Uint8Array(await buffer(request)) });
    response.writeHead(answers.get(path) ?? 201).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, received, answers, close: () => server.close() };
}
