import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { epochMs, id, idParams, nothing, oneLine, text } from '../../fields.ts';
import { english } from '../../text/messages.ts';
import { code } from './account-security.ts';
import { AuthResult } from './accounts.ts';
import { PASSKEY_NAME_MAX, PASSWORD_MAX } from './accounts-constants.ts';

/** Bytes in base64url, as browsers write them (WebAuthn, "JSON"). */
const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/, english('Please give base64url.'))
    .min(1)
    .max(max);

/** Transports by which a browser may reach a passkey: `internal`, `hybrid`, `usb`, ... */
const transports = z.array(z.string().max(20)).max(10);

const credential = {
  /** The authenticator's name of the passkey: up to 1,023 bytes. */
  id: bytes(1364),
  rawId: bytes(1364),
  type: z.literal('public-key'),
};

/** Credential that a browser returns when a passkey was made. */
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: transports.optional(),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

/** Credential that a browser returns when a passkey was used. */
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
    name: oneLine(PASSKEY_NAME_MAX, english('Please give the passkey a name.')),
    credential: newCredential,
  }),
  status: 201,
  returns: Passkey,
});

export const removePasskey = endpoint('DELETE /auth/passkeys/:id', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Removes a passkey. 403 `confirmation_needed` as above; 409 `last_login_method` if the caller could not log in any more.',
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

/** Ways for the caller to confirm that they own the account, before they change its login methods. */
export const Confirmation = z.object({
  /** Seconds until the confirmation of this session expires; 0 without one. */
  seconds_left: z.int().nonnegative(),
  has_password: z.boolean(),
  /** True if a code is needed beside the password. */
  needs_code: z.boolean(),
  has_passkey: z.boolean(),
});
export type Confirmation = z.output<typeof Confirmation>;

export const getConfirmation = endpoint('GET /auth/confirmation', {
  access: 'signed-in',
  summary: 'Returns for how long this session is confirmed, and how it can be.',
  returns: Confirmation,
});

export const confirmWithPassword = endpoint('POST /auth/confirmation', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Confirms with the password, and a code if the caller has a second factor, that the caller owns the account. It lasts ten minutes. 403 for a wrong password or code.',
  body: z.object({
    password: text(PASSWORD_MAX).min(1, english('Please enter your password.')),
    code: code.optional(),
  }),
  returns: Confirmation,
});

export const beginPasskeyConfirmation = endpoint('POST /auth/confirmation/challenge', {
  access: 'signed-in',
  cost: 5,
  summary: 'Returns the options to confirm with a passkey instead.',
  returns: RequestOptions,
});

export const confirmWithPasskey = endpoint('POST /auth/confirmation/passkey', {
  access: 'signed-in',
  cost: 5,
  summary: 'Confirms with a passkey that the caller owns the account. This session then has a second factor.',
  body: z.object({ credential: usedCredential }),
  returns: Confirmation,
});

/** An account at the installation's login provider (OpenID Connect) that logs in here. */
export const Identity = z.object({
  id,
  /** The provider's URL. */
  issuer: z.string(),
  /** Provider's name for the person when they link it, such as an email address. */
  label: z.string().nullable(),
  created_at: epochMs,
});
export type Identity = z.output<typeof Identity>;

/** The login provider, as `GET /auth/settings` lists it; the first one unless it is said. */
const provider = text(10).default('1');

/** Next address of the browser. */
const away = z.object({ url: z.string() });

/** The query with which the provider sends the browser back. */
const answer = z.object({
  state: text(256).min(1),
  code: text(4096).min(1),
  /** The provider's URL, from those that repeat it (RFC 9207). */
  iss: text(2048).optional(),
  provider,
});
export type ProviderAnswer = z.output<typeof answer>;

export const beginProviderLogIn = endpoint('POST /auth/provider-login/begin', {
  access: 'anyone',
  cost: 5,
  summary:
    'Begins to log in with the login provider: returns its address for this browser, which also gets a cookie. It works once and for five minutes. 503 `provider_unavailable` if the provider does not answer.',
  body: z.object({ provider }),
  returns: away,
});

export const logInWithProvider = endpoint('POST /auth/provider-login', {
  access: 'anyone',
  cost: 5,
  summary:
    'Logs in with the answer of the login provider, in the browser that began it. 403 `second_factor_required` with a `token` if the account needs a code, too; 403 `unknown_identity` if no account is linked and the provider makes none.',
  body: answer,
  returns: AuthResult,
});

export const finishProviderLogIn = endpoint('POST /auth/provider-login/code', {
  access: 'anyone',
  cost: 5,
  summary: 'Finishes logging in with the `token` of `second_factor_required` and a code.',
  body: z.object({ token: text(256).min(1), code }),
  returns: AuthResult,
});

export const listIdentities = endpoint('GET /auth/identities', {
  access: 'signed-in',
  summary: "Lists the accounts at login providers that log in to the caller's account.",
  returns: z.array(Identity),
});

export const beginIdentity = endpoint('POST /auth/identities/begin', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Begins to link an account at the login provider, as for logging in. 403 `confirmation_needed` unless the caller has just confirmed who they are.',
  body: z.object({ provider }),
  returns: away,
});

export const addIdentity = endpoint('POST /auth/identities', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Links the account at the login provider that answered, in the session and browser that began it. 409 if it or another one is linked already.',
  body: answer,
  status: 201,
  returns: Identity,
});

export const removeIdentity = endpoint('DELETE /auth/identities/:id', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Unlinks it. 403 `confirmation_needed` as above; 409 `last_login_method` if the caller could not log in any more.',
  params: idParams,
  returns: nothing,
});
