import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** Lies of an authenticator, for tests. */
interface Lies {
  origin?: string;
  rpId?: string;
  /** True if the person was verified, by a fingerprint for example. */
  verified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
  type?: string;
}

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** An authenticator with one passkey (ES256), which makes and uses it as browsers do. */
export function authenticator(rpId = 'localhost', origin = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };
  // CBOR: a map of five entries, kty EC2, alg ES256, crv P-256, and two strings of 32 bytes.
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y!, 'base64url'),
  ]);
  let uses = 0;
  let owner = '';

  const authData = (lies: Lies, attested: Buffer) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? ++uses);
    const flags = 0x01 | ((lies.verified ?? true) ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), counter, attested]);
  };
  const clientData = (type: string, challenge: string, lies: Lies) =>
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
    });

  return {
    /** Result of `navigator.credentials.create()`, as JSON. */
    make: (options: { challenge: string; user: { id: string } }, lies: Lies = {}) => {
      owner = options.user.id;
      const data = authData(lies, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]));
      // CBOR: {fmt: "none", attStmt: {}, authData: bytes}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, lies)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** Result of `navigator.credentials.get()`, as JSON. */
    use: (options: { challenge: string }, lies: Lies = {}) => {
      const client = clientData('webauthn.get', options.challenge, lies);
      const data = authData(lies, Buffer.alloc(0));
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: lies.userHandle === undefined ? owner : base64url(lies.userHandle),
        },
      };
    },
  };
}
