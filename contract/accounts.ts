import { z } from 'zod';
import {
  AVATAR_MAX_BYTES,
  EMAIL_MAX,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  USERNAME_RULE,
} from './accounts-constants.ts';
import { endpoint } from './endpoint.ts';
import { epochMs, id, idParams, ofUser, oneLine, pageQuery, text, webAddress } from './fields.ts';
import { tiers } from './plans.ts';

/** A person as they see themselves (§3). */
export const User = z.object({
  id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  avatar_url: webAddress.nullable(),
  /** Epoch seconds, unlike every other time (§3). */
  created_at: z.int().nonnegative(),
});
export type User = z.output<typeof User>;

export const AuthResult = z.object({ authToken: z.string(), user: User });
export type AuthResult = z.output<typeof AuthResult>;

/** Somebody's plan (§3); `account_status_id` is `id` under the name that §3 gives it. */
export const AccountStatus = z.object({
  id,
  account_status_id: id,
  user_id: id,
  plan_tier: z.enum(tiers),
  stripe_customer_id: z.string().nullable(),
  created_at: epochMs,
  updated_at: epochMs,
});
export type AccountStatus = z.output<typeof AccountStatus>;

/**
 * An email address: trimmed, compatibility forms unified, lower case, so that twins are one account. Plain
 * ASCII only: letters that merely look alike would make two accounts look like one.
 */
export const email = z
  .string('Required')
  .max(1000, `Please use at most ${EMAIL_MAX} characters.`)
  .transform((value) => value.normalize('NFKC').trim().toLowerCase())
  .pipe(
    z
      .string()
      .max(EMAIL_MAX, `Please use at most ${EMAIL_MAX} characters.`)
      .regex(/^[\x20-\x7e]*$/, 'Please use an address of plain letters (a–z), digits and signs.')
      .email('Invalid email'),
  );

/** A password somebody chooses or gives. Any character but NUL; nothing is trimmed. */
export const password = text(PASSWORD_MAX).min(
  PASSWORD_MIN,
  `Please use at least ${PASSWORD_MIN} characters.`,
);

/** A person's name. */
export const name = oneLine(NAME_MAX, 'Please tell us your name.');

export const username = z
  .string()
  .max(1000, USERNAME_RULE)
  .transform((value) => value.trim())
  .refine(
    (value) =>
      value.length >= USERNAME_MIN &&
      value.length <= USERNAME_MAX &&
      /^[A-Za-z0-9_.-]+$/.test(value) &&
      /[A-Za-z0-9]/.test(value),
    USERNAME_RULE,
  );

/** Nothing to tell; still JSON, since §7 reads every answer as such. */
const nothing = z.object({});

export const signUp = endpoint('POST /auth/signup', {
  access: 'anyone',
  summary: 'Makes an account with the free plan and signs it in. 409 when the email has one.',
  body: z.object({ name, email, password }),
  returns: AuthResult,
});

export const logIn = endpoint('POST /auth/login', {
  access: 'anyone',
  summary: 'Signs in. 403 for a wrong email or password alike, 429 with Retry-After after too many.',
  body: z.object({ email, password }),
  returns: AuthResult,
});

export const logOut = endpoint('POST /auth/logout', {
  access: 'signed-in',
  summary: 'Ends this session.',
  returns: nothing,
});

export const logOutEverywhere = endpoint('POST /auth/logout-everywhere', {
  access: 'signed-in',
  summary: 'Ends every session of the caller, this one too.',
  returns: nothing,
});

export const getMe = endpoint('GET /auth/me', {
  access: 'signed-in',
  summary: 'The caller.',
  returns: User,
});

export const editMe = endpoint('PATCH /auth/me', {
  access: 'signed-in',
  summary: 'Changes name or username; `avatar_url: null` takes the picture away. 409 for a taken username.',
  body: z.object({
    name: name.optional(),
    username: username.optional(),
    avatar_url: webAddress.nullable().optional(),
  }),
  returns: User,
});

export const setAvatar = endpoint('POST /auth/avatar', {
  access: 'signed-in',
  summary: 'Takes a picture (the body is the file itself) and keeps it as 256 px WebP without its metadata.',
  file: { maxBytes: AVATAR_MAX_BYTES },
  returns: User,
});

export const changePassword = endpoint('POST /auth/password', {
  access: 'signed-in',
  summary: 'Changes the password and ends every other session. 403 when the current one is wrong.',
  body: z.object({
    current_password: text(PASSWORD_MAX).min(1, 'Please enter your current password.'),
    new_password: password,
  }),
  returns: nothing,
});

export const askPasswordReset = endpoint('POST /auth/password-reset', {
  access: 'anyone',
  summary: 'Sends a link for a new password, if there is such an account; the answer is the same if not.',
  body: z.object({ email }),
  returns: nothing,
  status: 202,
});

export const confirmPasswordReset = endpoint('POST /auth/password-reset/confirm', {
  access: 'anyone',
  summary: 'Sets a new password by the token of the mail, once and within an hour; ends every session.',
  body: z.object({ token: text(256), password }),
  returns: nothing,
});

export const deleteMe = endpoint('DELETE /auth/me', {
  access: 'signed-in',
  summary: 'Deletes the account and what is personal in it, for good. 403 when the password is wrong.',
  body: z.object({ password: text(PASSWORD_MAX).min(1, 'Please enter your password.') }),
  returns: nothing,
});

export const exportMe = endpoint('GET /auth/me/export', {
  access: 'signed-in',
  summary: 'Everything that is kept about the caller, as one JSON file.',
  returns: z.looseObject({ exported_at: z.iso.datetime(), user: User }),
});

/**
 * Something the caller did. `subject` names what it was done to: the track's title, the playlist's name, the new
 * plan's tier;
 * `subject_id` is its id where it can still be opened.
 */
export const Activity = z.object({
  id,
  kind: z.enum(['play', 'save', 'playlist', 'request', 'vote', 'joined', 'profile', 'password', 'plan']),
  created_at: epochMs,
  subject_id: id.nullable(),
  subject: z.string().nullable(),
  artist: z.string().nullable(),
});
export type Activity = z.output<typeof Activity>;

export const listActivity = endpoint('GET /auth/me/activity', {
  access: 'signed-in',
  summary: "The caller's own activity, newest first.",
  query: pageQuery,
  returns: z.array(Activity),
});

export const getAuthSettings = endpoint('GET /auth/settings', {
  access: 'anyone',
  summary: 'What this installation offers: `passwordReset` when a link can be sent by mail.',
  returns: z.object({ passwordReset: z.boolean() }),
});

export const listAccountStatus = endpoint('GET /account_status', {
  access: 'signed-in',
  summary: "The caller's own plan record; everybody's for an admin, or that of `user_id`.",
  query: pageQuery.extend(ofUser),
  returns: z.array(AccountStatus),
});

export const getAccountStatus = endpoint('GET /account_status/:id', {
  access: 'signed-in',
  summary: 'One plan record: the own, or any for an admin.',
  params: idParams,
  returns: AccountStatus,
});

export const makeAccountStatus = endpoint('POST /account_status', {
  access: 'signed-in',
  summary:
    "The caller's own plan record, made with the free plan if missing. `user_id` and tier are not taken.",
  body: z.object({ user_id: z.unknown().optional(), plan_tier: z.unknown().optional() }),
  returns: AccountStatus,
});

export const editAccountStatus = endpoint('PATCH /account_status/:id', {
  access: 'signed-in',
  summary: 'An admin sets `plan_tier`, which ends the sessions of its user. Others may change nothing.',
  params: idParams,
  body: z.object({
    account_status_id: id.optional(),
    user_id: z.unknown().optional(),
    plan_tier: z.enum(tiers, 'There is no such plan.').optional(),
    stripe_customer_id: text(255).nullable().optional(),
  }),
  returns: AccountStatus,
});

export const deleteAccountStatus = endpoint('DELETE /account_status/:id', {
  access: 'signed-in',
  summary: 'Not allowed to anybody: 403, or 404 for what the caller may not see.',
  params: idParams,
  returns: nothing,
});
