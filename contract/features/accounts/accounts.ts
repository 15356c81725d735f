import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { epochMs, id, nothing, text, webAddress } from '../../fields.ts';
import { languageCodes } from '../../languages.ts';
import { english } from '../../text/messages.ts';
import { email, name, ownPassword, password, username } from './account-fields.ts';
import { code } from './account-security.ts';
import { AVATAR_MAX_BYTES, AVATAR_WIDTH, PASSWORD_MAX, signUpModes } from './accounts-constants.ts';
import { invitationToken } from './members.ts';

/** A user, as only they see it (§3). */
export const User = z.object({
  id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  avatar_url: webAddress.nullable(),
  /** Epoch seconds, unlike every other time (§3). */
  created_at: z.int().nonnegative(),
  /** In which they read the page, mails and pushes; null until they choose one. The site may not offer it any more. */
  language: z.string().nullable(),
});
export type User = z.output<typeof User>;

export const AuthResult = z.object({ authToken: z.string(), user: User });
export type AuthResult = z.output<typeof AuthResult>;

export const signUp = endpoint('POST /auth/signup', {
  access: 'anyone',
  cost: 5,
  summary:
    'Creates an account with the free plan and logs in. Its `language` is by default that of the call. 409 if the email is taken; 403 where sign-up is closed, or without the `invitation` it takes.',
  body: z.object({
    name,
    email,
    password,
    invitation: invitationToken.optional(),
    language: z.enum(languageCodes).optional(),
  }),
  returns: AuthResult,
});

export const logIn = endpoint('POST /auth/login', {
  access: 'anyone',
  cost: 5,
  summary:
    'Logs in. 403 for a wrong email or password; 403 `second_factor_required` if a `code` is needed too. 429 with Retry-After after too many attempts.',
  body: z.object({ email, password, code: code.optional() }),
  returns: AuthResult,
});

export const logOut = endpoint('POST /auth/logout', {
  access: 'signed-in',
  summary: 'Ends this session.',
  returns: nothing,
});

export const logOutEverywhere = endpoint('POST /auth/logout-everywhere', {
  access: 'signed-in',
  summary: 'Ends all sessions of the caller, including this one.',
  returns: nothing,
});

export const getMe = endpoint('GET /auth/me', {
  access: 'signed-in',
  summary: 'Returns the caller.',
  returns: User,
});

export const editMe = endpoint('PATCH /auth/me', {
  access: 'signed-in',
  summary:
    'Changes the name, the username, or the `language`, one that the site offers; `avatar_url: null` removes the picture. 409 if the username is taken.',
  body: z.object({
    name: name.optional(),
    username: username.optional(),
    language: z.enum(languageCodes).optional(),
    avatar_url: webAddress.nullable().optional(),
  }),
  returns: User,
});

export const setAvatar = endpoint('POST /auth/avatar', {
  access: 'signed-in',
  cost: 100,
  summary: `Sets the profile picture. The body is the file itself; it is stored as WebP, ${AVATAR_WIDTH} px wide, without metadata.`,
  file: { maxBytes: AVATAR_MAX_BYTES },
  returns: User,
});

export const changePassword = endpoint('POST /auth/password', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Changes the password and ends all other sessions. 403 if the current password is wrong; 403 `second_factor_required` if a `code` is needed too.',
  body: z.object({
    current_password: text(PASSWORD_MAX).min(1, english('Please enter your current password.')),
    new_password: password,
    code: code.optional(),
  }),
  returns: nothing,
});

export const requestPasswordReset = endpoint('POST /auth/password-reset', {
  access: 'anyone',
  summary: 'Emails a reset link if there is such an account. The response is the same if not.',
  body: z.object({ email }),
  returns: nothing,
  status: 202,
});

/** A way to log in without the password. */
export const LoginMethod = z.object({
  id,
  kind: z.enum(['passkey', 'identity', 'app-password']),
  /** Owner's name for a passkey or an app password, or their identity and login provider. */
  name: z.string(),
  created_at: epochMs,
});
export type LoginMethod = z.output<typeof LoginMethod>;

export const getResetLoginMethods = endpoint('POST /auth/password-reset/login-methods', {
  access: 'anyone',
  cost: 5,
  summary:
    'Returns how one logs in to the account of a reset without its password, and whether a second factor is asked for. With `first_confirmation`, the reset removes all of it, because nobody has confirmed the address before.',
  body: z.object({ token: text(256) }),
  returns: z.object({
    login_methods: z.array(LoginMethod),
    second_factor: z.boolean(),
    first_confirmation: z.boolean(),
  }),
});

export const confirmPasswordReset = endpoint('POST /auth/password-reset/confirm', {
  access: 'anyone',
  summary:
    'Sets a new password with the token from the email, once and within an hour. Ends all sessions. With `keep`, only these ways to log in remain beside the password.',
  body: z.object({ token: text(256), password, keep: z.array(id).max(50).optional() }),
  returns: nothing,
});

export const deleteMe = endpoint('DELETE /auth/me', {
  access: 'signed-in',
  summary:
    'Permanently deletes the account and its personal data. 403 if the password is wrong; 403 `second_factor_required` if a `code` is needed too.',
  body: z.object({
    password: ownPassword,
    code: code.optional(),
  }),
  returns: nothing,
});

/** A login provider of this installation. */
const Provider = z.object({
  id: z.string(),
  /** Display name. */
  name: z.string(),
  issuer: z.string(),
  /** True if people who have no account get one. */
  signUp: z.boolean(),
});
export type Provider = z.output<typeof Provider>;

export const getAuthSettings = endpoint('GET /auth/settings', {
  access: 'anyone',
  summary:
    'Returns what this installation offers: `passwordReset` if it can email reset links; `passkeys` if they work at this address; `providers` are the login providers, with the names that people know; `onlyProviders` if nothing else logs anybody in; `signUp` is `open`, `invite` or `closed`.',
  returns: z.object({
    passwordReset: z.boolean(),
    passkeys: z.boolean(),
    providers: z.array(Provider),
    onlyProviders: z.boolean(),
    signUp: z.enum(signUpModes),
  }),
});

/** Email address of the caller and its status. */
export const EmailAddress = z.object({
  email: z.string(),
  /** True if a link in a mail proved that it is theirs. */
  confirmed: z.boolean(),
  /** True if the account is limited until then: endpoints marked `confirmed` answer 403 `email_unconfirmed`. */
  limited: z.boolean(),
  /** True if this installation can send links. */
  mail: z.boolean(),
});
export type EmailAddress = z.output<typeof EmailAddress>;

export const getEmailAddress = endpoint('GET /auth/email', {
  access: 'signed-in',
  summary: "Returns the caller's email address and whether it is confirmed.",
  returns: EmailAddress,
});

export const sendConfirmation = endpoint('POST /auth/email/confirmation', {
  access: 'signed-in',
  summary:
    'Emails a link that confirms the address. 409 `email_confirmed` if it is already; 429 after too many mails.',
  body: z.object({}),
  status: 202,
  returns: nothing,
});

export const changeEmail = endpoint('POST /auth/email', {
  access: 'signed-in',
  cost: 5,
  summary:
    'Emails a link to a new address, which becomes the account’s when it is opened; the response does not tell whether the address has an account. Where no mail is sent, changes it at once: 409 if it is taken. 403 `second_factor_required` if a `code` is needed too.',
  body: z.object({
    email,
    password: ownPassword,
    code: code.optional(),
  }),
  returns: z.object({ email: z.string(), sent: z.boolean() }),
});

export const confirmEmail = endpoint('POST /auth/email/confirm', {
  access: 'anyone',
  summary: 'Confirms an address with the token from its email, once and within two days.',
  body: z.object({ token: text(256) }),
  returns: z.object({ email: z.string() }),
});
