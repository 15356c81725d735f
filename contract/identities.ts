import { z } from 'zod';
import { AuthResult } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, nothing, text } from './fields.ts';
import { code } from './second-factor.ts';

/** An account at the installation's login provider (OpenID Connect) that logs in here. */
export const Identity = z.object({
  id,
  /** The provider's address. */
  issuer: z.string(),
  /** What the provider calls the person when they link it, such as an email address. */
  label: z.string().nullable(),
  created_at: epochMs,
});
export type Identity = z.output<typeof Identity>;

/** Where the browser goes next. */
const away = z.object({ url: z.string() });

/** The query with which the provider sends the browser back. */
const answer = z.object({
  state: text(256).min(1),
  code: text(4096).min(1),
  /** The provider's address, from those that repeat it (RFC 9207). */
  iss: text(2048).optional(),
});
export type ProviderAnswer = z.output<typeof answer>;

export const beginProviderLogIn = endpoint('POST /auth/provider-login/begin', {
  access: 'anyone',
  cost: 5,
  summary:
    'Begins to log in with the login provider: returns its address for this browser, which also gets a cookie. It works once and for five minutes. 503 `provider_away` if the provider does not answer.',
  returns: away,
});

export const logInWithProvider = endpoint('POST /auth/provider-login', {
  access: 'anyone',
  cost: 5,
  summary:
    'Logs in with the answer of the login provider, in the browser that began it. 403 `second_factor_required` with a `token` if the account needs a code, too; 403 `unknown_identity` if no account is linked.',
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
    'Unlinks it. 403 `confirmation_needed` as above; 409 `last_way_in` if the caller could not log in any more.',
  params: idParams,
  returns: nothing,
});
