import { Problem } from 'contract/errors.ts';
import type { NewCredential, UsedCredential } from 'contract/features/accounts/login-methods.ts';
import type { FastifyRequest } from 'fastify';
import type { PasskeyTable } from '../../../platform/db/tables/accounts.ts';
import { linkOrigin } from '../mails.ts';
import { CHALLENGE_LASTS_MS } from './login-challenges.ts';

/** Ed25519, ECDSA with P-256, and RSA, by COSE's numbers: every authenticator knows one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Scope of this installation's passkeys. */
export interface Site {
  origin: string;
  /** The relying party: the host without its port. */
  rpId: string;
}

/**
 * PUBLIC_URL or, without it, the loopback name that the caller used. Browsers make no passkeys for IP addresses.
 * @returns undefined where passkeys cannot work.
 */
export function siteOf(publicUrl: string | undefined, request: FastifyRequest): Site | undefined {
  const origin = linkOrigin(publicUrl, request);
  if (origin === undefined) return undefined;
  const { origin: exact, hostname, protocol } = new URL(origin);
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && !isAddress ? { origin: exact, rpId: hostname } : undefined;
}

const descriptors = (passkeys: Pick<PasskeyTable, 'credential_id' | 'transports'>[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key' as const,
    transports: transports.split(',').filter(Boolean),
  }));

/** The options for `navigator.credentials.create()`. */
export const creationOptions = (
  { rpId }: Site,
  challenge: string,
  name: string,
  user: { id: string; name: string; email: string },
  passkeys: PasskeyTable[],
) => ({
  challenge,
  rp: { id: rpId, name },
  user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: CHALLENGE_LASTS_MS,
  excludeCredentials: descriptors(passkeys),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
});

/** The options for `navigator.credentials.get()`. */
export const requestOptions = ({ rpId }: Site, challenge: string, passkeys: PasskeyTable[] = []) => ({
  challenge,
  rpId,
  timeout: CHALLENGE_LASTS_MS,
  userVerification: 'required' as const,
  allowCredentials: descriptors(passkeys),
});

/** The challenge that a browser answered; it is not verified yet. @throws Problem `bad_passkey`. */
export function challengeOf({ response }: NewCredential | UsedCredential): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    if (typeof challenge === 'string') return challenge;
  } catch {}
  throw new Problem('bad_passkey');
}

/**
 * Verifies what a browser made of `creationOptions`.
 * @throws Problem `bad_passkey`, also for a passkey of another site or one that did not verify the person.
 */
export async function verifyNew(
  { origin, rpId }: Site,
  { response, ...credential }: NewCredential,
  challenge: string,
) {
  const { transports = [], ...rest } = response;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await verified(
    verifyRegistrationResponse({
      response: { ...credential, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  const { id, publicKey, counter } = registrationInfo!.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    // Only names like `internal`: the list is stored with commas.
    transports: transports.filter((name) => /^[a-z-]+$/.test(name)).join(),
  };
}

/**
 * Verifies what a browser made of `requestOptions` with a passkey.
 * @returns the passkey's counter after this use.
 * @throws Problem `bad_passkey`, also for a passkey of another site, or one whose counter went back: it was copied.
 */
export async function verifyUse(
  { origin, rpId }: Site,
  { response, ...credential }: UsedCredential,
  challenge: string,
  passkey: PasskeyTable,
): Promise<number> {
  const { userHandle, ...rest } = response;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { authenticationInfo } = await verified(
    verifyAuthenticationResponse({
      response: { ...credential, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  );
  return authenticationInfo.newCounter;
}

/** The library throws an error of its own at whatever is wrong. */
async function verified<R extends { verified: boolean }>(verifying: Promise<R>): Promise<R> {
  const result = await verifying.catch(() => undefined);
  if (!result?.verified) throw new Problem('bad_passkey');
  return result;
}
