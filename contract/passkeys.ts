import { z } from 'zod';
import { AuthResult } from './accounts.ts';
import { PASSKEY_NAME_MAX } from './accounts-constants.ts';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, nothing, oneLine } from './fields.ts';

/** Bytes in base64url, as browsers write them (WebAuthn, "JSON"). */
const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/, 'Please give base64url.')
    .min(1)
    .max(max);

/** Where a browser may find a passkey: `internal`, `hybrid`, `usb`, ... */
const transports = z.array(z.string().max(20)).max(10);

const credential = {
  /** The authenticator's name of the passkey: up to 1,023 bytes. */
  id: bytes(1364),
  rawId: bytes(1364),
  type: z.literal('public-key'),
};

/** What a browser returns when a passkey was made. */
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: transports.optional(),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

/** What a browser returns when a passkey was used. */
export const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: bytes(100).nullish(),
  }),
});
export type UsedCredential = z.output<typeof usedCredential>;

const publicKey = z.literal('public-key');
const descriptor = z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) });

/** `PublicKeyCredentialCreationOptionsJSON`, as far as it is needed. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** `PublicKeyCredentialRequestOptionsJSON`, as far as it is needed. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty for logging in: the person chooses among the passkeys of this site. */
  allowCredentials: z.array(descriptor),
});

export const Passkey = z.object({
  id,
  name: z.string(),
  created_at: epochMs,
  last_used_at: epochMs.nullable(),
});
export type Passkey = z.output<typeof Passkey>;

export const listPasskeys = endpoint('GET /auth/passkeys', {
  access: 'signed-in',
  summary: "Lists the caller's passkeys, oldest first.",
  returns: z.array(Passkey),
});

export const beginPasskey = endpoint('POST /auth/passkeys/challenge', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Begins to add a passkey: returns the options for `navigator.credentials.create()`, whose challenge works once and for five minutes. 403 `confirmation_needed` unless the caller has just confirmed who they are.',
  returns: creationOptions,
});

export const addPasskey = endpoint('POST /auth/passkeys', {
  access: 'signed-in',
  cost: 5,
  summary: 'Adds the passkey that the browser made. From now on it logs in, without a password or a code.',
  body: z.object({
    name: oneLine(PASSKEY_NAME_MAX, 'Please give the passkey a name.'),
    credential: newCredential,
  }),
  status: 201,
  returns: Passkey,
});

export const removePasskey = endpoint('DELETE /auth/passkeys/:id', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Removes a passkey. 403 `confirmation_needed` as above; 409 `last_way_in` if the caller could not log in any more.',
  params: idParams,
  returns: nothing,
});

export const beginPasskeyLogIn = endpoint('POST /auth/passkey-login/challenge', {
  access: 'anyone',
  cost: 5,
  summary:
    'Begins to log in with a passkey: returns the options for `navigator.credentials.get()`, whose challenge works once and for five minutes.',
  returns: RequestOptions,
});

export const logInWithPasskey = endpoint('POST /auth/passkey-login', {
  access: 'anyone',
  cost: 5,
  summary: 'Logs in with a passkey. It counts as a second factor, too.',
  body: z.object({ credential: usedCredential }),
  returns: AuthResult,
});
