import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { initSetting, putSetting } from '../../../platform/db/settings.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** The keys with which push services know this installation (VAPID, RFC 8292). */
export interface PushKeys {
  /** An uncompressed point, Base64 for URLs. */
  publicKey: string;
  privateKey: KeyObject;
}

export interface PushContext extends Context {
  push: {
    keys: PushKeys;
    /** Origins of push services besides the known ones. */
    origins: readonly string[];
    /** Operator's contact for push services: an address with `https:` or `mailto:`. */
    contact: string;
  };
}

/** The setting with the private key, sealed. */
const SETTING = 'push_key';

/**
 * Reads the keys, and makes them at the first start. After a change of `SECRET_KEY` they cannot be read: new ones take
 * their place, and the subscriptions, which belong to the old ones, end.
 */
export async function openPushKeys(db: Db, secrets: SecretBox): Promise<PushKeys> {
  const stored = await initSetting(db, SETTING, newKey(secrets));
  const known = secrets.open(stored, SETTING);
  if (known !== undefined) return fromDer(known);
  const made = newKey(secrets);
  await putSetting(db, SETTING, made);
  await db.deleteFrom('push_subscription').execute();
  return fromDer(secrets.open(made, SETTING)!);
}

function newKey(secrets: SecretBox): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return secrets.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), SETTING);
}

function fromDer(der: string): PushKeys {
  const privateKey = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' });
  const { x, y } = privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey };
}

/** RFC 8292 allows a day. */
const VALID_SECONDS = 12 * 3600;

/**
 * The header `Authorization` of a message.
 * @param endpoint of the subscription.
 * @param contact `mailto:` or `https:` address of the operator.
 * @param now epoch ms.
 */
export function authorize(keys: PushKeys, endpoint: string, contact: string, now: number): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + VALID_SECONDS,
    sub: contact,
  };
  const content = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(content), {
    key: keys.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');
  return `vapid t=${content}.${signature}, k=${keys.publicKey}`;
}
