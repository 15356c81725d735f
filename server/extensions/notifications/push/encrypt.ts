import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a subscription, Base64 for URLs. */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}

/** Random values of a single message; given only by tests with the example of RFC 8291. */
interface Once {
  salt: Buffer;
  ecdh: ECDH;
}

const RECORD_BYTES = 4096;
/** Ends the last record (RFC 8188). */
const LAST = 2;

/**
 * Encrypts a message for a browser: RFC 8291, with the content encoding `aes128gcm` of RFC 8188.
 * @param text up to 3,000 bytes: services need to take no more than a record of 4,096.
 * @throws Error if `p256dh` is not a point of the curve.
 */
export function encryptPush(text: string, keys: SubscriptionKeys, once: Once = newOnce()): Buffer {
  const { salt, ecdh } = once;
  const theirs = Buffer.from(keys.p256dh, 'base64url');
  const ours = ecdh.getPublicKey();
  const secret = derive(
    ecdh.computeSecret(theirs),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]),
    32,
  );
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(LAST)), cipher.final()];
  const header = Buffer.alloc(21);
  salt.copy(header);
  header.writeUInt32BE(RECORD_BYTES, 16);
  header.writeUInt8(ours.length, 20);
  return Buffer.concat([header, ours, ...record, cipher.getAuthTag()]);
}

function newOnce(): Once {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { salt: randomBytes(16), ecdh };
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** True if a message can be encrypted for these keys. */
export function isUsable(keys: SubscriptionKeys): boolean {
  try {
    encryptPush('', keys);
    return true;
  } catch {
    return false;
  }
}
