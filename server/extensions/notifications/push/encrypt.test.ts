import { createECDH, webcrypto } from 'node:crypto';
import { expect, it } from 'vitest';
import { secretBox } from '../../../platform/secret-box.ts';
import { testServer } from '../../../testing/server.ts';
import { encryptPush, isUsable } from './encrypt.ts';
import { authorize, openPushKeys } from './vapid.ts';

it('encrypts the example of RFC 8291 to the same bytes', () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const text = 'When I grow up, I want to be a watermelon';
  expect(encryptPush(text, keys, { salt, ecdh }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(isUsable({ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false);
});

/** Reads a header of RFC 8292 as a push service does. */
async function verify(header: string) {
  const [, token, k] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header)!;
  const [head, claims, signature] = token!.split('.');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const raw = Buffer.from(k!, 'base64url');
  const key = await webcrypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  const signed = Buffer.from(`${head}.${claims}`);
  const isValid = await webcrypto.subtle.verify(algorithm, key, Buffer.from(signature!, 'base64url'), signed);
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { isValid, head: read(head!), claims: read(claims!), k };
}

it('signs as in the example of RFC 8292, with keys that stay', async () => {
  const example = await verify(
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  );
  expect(example.isValid).toBe(true);
  const s = await testServer();
  const { keys } = s.c.push;
  expect((await openPushKeys(s.c.db, s.c.secrets)).publicKey).toBe(keys.publicKey);
  const header = authorize(
    keys,
    'https://push.example.net/p/1',
    'mailto:push@example.com',
    1_453_480_568_000,
  );
  const ours = await verify(header);
  expect(ours).toEqual({ ...example, k: keys.publicKey });
  expect((await openPushKeys(s.c.db, secretBox('another'))).publicKey).not.toBe(keys.publicKey);
  await s.close();
});
